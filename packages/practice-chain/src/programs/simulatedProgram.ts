import type { Address, Clock } from '@tern/core'
import type { Script } from '../effects/script.ts'
import type { Invocation } from '../effects/trap.ts'

/** A program written in TypeScript that stands in for one whose binary may not be handed on. */
export interface SimulatedProgram {
  readonly address: Address
  /**
   * Checks what the real program checks and says what it does. The same invocation and clock give the same script.
   * @throws TernError `practice/programFailed` where the real program fails.
   */
  execute(invocation: Invocation, clock: Clock): Script
}

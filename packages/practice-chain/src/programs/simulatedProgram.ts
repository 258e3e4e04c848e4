import type { Address, Clock } from '@tern/core'
import type { Script } from '../effects/script.ts'
import type { Invocation } from '../effects/trap.ts'

/** A program in TypeScript that replaces a real program whose binary must not be redistributed. */
export interface SimulatedProgram {
  readonly address: Address
  /**
   * Makes the real program's checks, and returns its effects. The same invocation and clock give the same script.
   * @throws TernError `practice/programFailed` if the real program would fail.
   */
  execute(invocation: Invocation, clock: Clock): Script
}

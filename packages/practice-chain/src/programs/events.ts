import type { Address } from '@tern/core'
import { type Script, self } from '../effects/script.ts'
import { checkAddress, checkSeeds, type NamedAccount } from './anchor.ts'

/** Anchor's tag of an instruction that is an event. */
const tag = Uint8Array.of(0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d)

/** The two accounts that `#[event_cpi]` adds. */
export interface EventAccounts {
  readonly event_authority: NamedAccount
  readonly program: NamedAccount
}

export function checkEventAccounts({ event_authority, program }: EventAccounts, id: Address): void {
  checkSeeds(event_authority, id, '__event_authority')
  checkAddress(program, id)
}

/** Writes an event both ways, as pump.fun's programs do: to the log (`emit!`), and by a call to itself (`emit_cpi!`). */
export function emit(script: Script, { event_authority, program }: EventAccounts, event: Uint8Array): void {
  const seeds = checkSeeds(event_authority, program.address, '__event_authority')
  script
    .logData(event)
    .cpi(self, [{ position: event_authority.position, isSigner: true }], Buffer.concat([tag, event]), [seeds])
}

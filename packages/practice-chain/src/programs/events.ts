import type { Address } from '@tern/core'
import { eventTag, type Script, self } from '../effects/script.ts'
import { checkAddress, checkSeeds, type NamedAccount } from './anchor.ts'

/** The two accounts that `#[event_cpi]` adds. */
export interface EventAccounts {
  readonly event_authority: NamedAccount
  readonly program: NamedAccount
}

export function checkEventAccounts({ event_authority, program }: EventAccounts, id: Address): void {
  checkSeeds(event_authority, id, '__event_authority')
  checkAddress(program, id)
}

/** Emits an event twice, as pump.fun's programs do: to the log (`emit!`), and by a call to itself (`emit_cpi!`). */
export function emit(script: Script, accounts: EventAccounts, event: Uint8Array): void {
  script.logData(event)
  emitCall(script, accounts, event)
}

/** Emits an event only by a call to itself (`emit_cpi!`). */
export function emitCall(script: Script, { event_authority, program }: EventAccounts, event: Uint8Array): void {
  const seeds = checkSeeds(event_authority, program.address, '__event_authority')
  const signer = { position: event_authority.position, isSigner: true }
  script.cpi({ program: self, accounts: [signer], data: Buffer.concat([eventTag, event]) }, [seeds])
}

import { type AccountSnapshot, systemProgram } from '@tern/core'

/** What a subscriber is told of an account that is gone. */
export const emptyAccount = (slot: bigint): AccountSnapshot => ({
  owner: systemProgram,
  lamports: 0n,
  executable: false,
  data: new Uint8Array(),
  slot,
})

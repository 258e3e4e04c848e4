import type { Instruction } from '@solana/kit'
import { type Address, systemProgram } from '@tern/core'

/** Makes the system program's transfer. */
export function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: 3 },
      { address: to, role: 1 },
    ],
    data,
  }
}

import { createHash } from 'node:crypto'
import { isOffCurveAddress } from '@solana/kit'
import { type Address, addressBytes, encodeBase58, TernError } from '@tern/core'

/** The address of `seeds` under `program`, and the seeds with the bump that a CPI signs with. Waits for nothing, unlike core's. */
export function findProgramAddress(
  program: Address,
  seeds: readonly Uint8Array[],
): { readonly address: Address; readonly seeds: readonly Uint8Array[] } {
  for (let bump = 255; bump >= 0; bump--) {
    const all = [...seeds, Uint8Array.of(bump)]
    const hash = createHash('sha256')
    for (const seed of all) hash.update(seed)
    const bytes = hash.update(addressBytes(program)).update('ProgramDerivedAddress').digest()
    const address = encodeBase58(bytes) as Address
    if (isOffCurveAddress(address)) return { address, seeds: all }
  }
  throw new TernError('address/noProgramAddress', { program })
}

import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** pump.fun's fee program. It sets the fees of trades on its curves and in its pools. */
export const program = 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Derives the `FeeConfig` for the trades of the program `priced`. */
export function feeConfigAddress(priced: Address): Promise<Address> {
  return derive('fee_config', addressBytes(priced))
}

/** Derives the account that splits a coin's creator fees. Most coins have no such account. */
export function sharingConfigAddress(mint: Address): Promise<Address> {
  return derive('sharing-config', addressBytes(mint))
}

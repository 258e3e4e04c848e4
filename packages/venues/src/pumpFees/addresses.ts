import { type Address, addressBytes, programAddress } from '@tern/core'

/** pump.fun's fee program: what trades cost on its curves and in its pools. */
export const program = 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** The `FeeConfig` of the program whose trades it prices. */
export function feeConfigAddress(priced: Address): Promise<Address> {
  return derive('fee_config', addressBytes(priced))
}

/** Who shares a coin's creator fees; most coins have no such account. */
export function sharingConfigAddress(mint: Address): Promise<Address> {
  return derive('sharing-config', addressBytes(mint))
}

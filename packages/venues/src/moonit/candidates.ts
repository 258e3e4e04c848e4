import type { Address } from '@tern/core'
import { curveAddress } from './addresses.ts'

/** Derives the only curve that a mint can have. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  return [await curveAddress(mint)]
}

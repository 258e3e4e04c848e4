import type { Address } from '@tern/core'
import { bondingCurveAddress } from './addresses.ts'

/** Derives the only curve that a mint can have. The curve stores its quote mint, or trades in lamports. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  return [await bondingCurveAddress(mint)]
}

import type { Address } from '@tern/core'
import { bondingCurveAddress } from './addresses.ts'

/** The one curve that a mint may have: in lamports or in the quote mint that it names itself. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  return [await bondingCurveAddress(mint)]
}

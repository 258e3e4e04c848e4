import { type Address, TernError, wrappedNativeMint } from '@tern/core'
import type { Venue } from '../venue.ts'
import { bondingCurveAddress, feeConfig, globalAddress, program } from './addresses.ts'
import { openCurveAccount, openPool, quoteMintOf } from './pool.ts'

/**
 * pump.fun's bonding curves: constant product of virtual reserves, fees by market cap.
 * Buyers pay in lamports or in a quote mint.
 */
export const pumpfun: Venue = {
  protocol: 'pumpfun',
  programs: [program],
  async accountsToRead(pool, read, mint) {
    const account = read.get(pool)
    if (mint !== undefined && (await bondingCurveAddress(mint)) !== pool)
      throw new TernError('layout/mismatch', {
        address: mint,
        field: 'bonding curve',
        expected: await bondingCurveAddress(mint),
        actual: pool,
      })
    const always = mint === undefined ? [pool] : [pool, mint, globalAddress, feeConfig]
    const wanted = [...always, ...(account ? otherQuoteMint(quoteMintOf(openCurveAccount(account))) : [])]
    return wanted.filter(one => !read.has(one))
  },
  open: openPool,
  async mintOf(pool, mints) {
    for (const mint of mints) if ((await bondingCurveAddress(mint)) === pool) return mint
    return undefined
  },
}

function otherQuoteMint(mint: Address): readonly Address[] {
  return mint === wrappedNativeMint ? [] : [mint]
}

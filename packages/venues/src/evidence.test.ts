import { wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { dammV2Clock, makeDammV2Pool } from '../test/meteoraDammV2Pools.ts'
import { clmmAddresses, clmmClock, makeClmmPool } from '../test/raydiumClmmPools.ts'
import { launchlabClock, launchlabMint, makeLaunchlabPool } from '../test/raydiumLaunchlabPools.ts'
import { evidenceOf, isVerifiedOnChain } from './evidence.ts'
import { evidence } from './lists/evidence.ts'
import { meteoraDammV2 } from './meteoraDammV2/index.ts'
import { raydiumClmm } from './raydiumClmm/index.ts'
import { raydiumLaunchlab } from './raydiumLaunchlab/index.ts'
import type { SwapRequest } from './venue.ts'

const [tokenA, tokenB] = clmmAddresses.mints
const plain = { tickSpacing: 60, tick: 0, ranges: [{ lower: -600, upper: 600, liquidity: 10n ** 12n }] }
const exactIn = 1_000_000n

function clmm(shape: Parameters<typeof makeClmmPool>[0], request: SwapRequest = { tokenIn: tokenA, exactIn }) {
  const { address, accounts } = makeClmmPool(shape)
  const pool = raydiumClmm.open(address, accounts)
  const quote = pool.quote(request, clmmClock)
  return { specialCase: quote.specialCase, isVerified: isVerifiedOnChain(pool, quote) }
}

function launchlab(
  shape: Parameters<typeof makeLaunchlabPool>[0],
  request: SwapRequest = { tokenIn: wrappedNativeMint, exactIn },
) {
  const { address, accounts } = makeLaunchlabPool(shape)
  const pool = raydiumLaunchlab.open(address, accounts)
  const quote = pool.quote(request, launchlabClock)
  return { specialCase: quote.specialCase, grounds: evidenceOf(pool, quote) }
}

describe('evidence', () => {
  it('names evidence from outside Tern for every protocol, side and mode', () => {
    for (const { specialCases = {}, liquidity, ...sides } of Object.values(evidence)) {
      expect(liquidity).not.toEqual([])
      for (const { exactIn, exactOut } of Object.values(sides)) {
        expect(exactIn).not.toEqual([])
        expect(exactOut).not.toEqual([])
      }
      for (const grounds of Object.values(specialCases)) expect(grounds).not.toContain('program')
    }
  })

  it('of a concentrated pool lacks the chain if the public binary lacks a feature of the trade', () => {
    const charging = { bps: 100, newerBps: 100, maximum: 10n ** 9n }
    expect(clmm(plain)).toEqual({ specialCase: undefined, isVerified: true })
    expect(clmm({ ...plain, state: { fee_on: 2 } })).toEqual({ specialCase: 'laterRelease', isVerified: false })
    expect(clmm({ ...plain, state: { fee_on: 2 } }, { tokenIn: tokenB, exactIn }).isVerified).toBe(true)
    const orders = [{ tick: -60, fresh: 10n ** 9n, begun: 0n }]
    expect(clmm({ ...plain, orders }).isVerified).toBe(true)
    expect(clmm({ ...plain, orders }, { tokenIn: tokenA, exactIn: 10n ** 10n }).specialCase).toBe('laterRelease')
    const charged = { ...plain, transferFees: [undefined, charging] as const }
    expect(clmm(charged).isVerified).toBe(true)
    expect(clmm(charged, { tokenIn: tokenA, exactOut: exactIn })).toEqual({
      specialCase: 'transferFee',
      isVerified: false,
    })
  })

  it("of a compounding DAMM v2 pool is the maker's build of a later release, not the program", () => {
    const reported = (shape: Parameters<typeof makeDammV2Pool>[0]) => {
      const { address, accounts } = makeDammV2Pool(shape)
      const pool = meteoraDammV2.open(address, accounts)
      const quote = pool.quote({ tokenIn: pool.tokens[0].mint, exactIn }, dammV2Clock)
      return [quote.specialCase, isVerifiedOnChain(pool, quote)]
    }
    expect(reported({})).toEqual([undefined, true])
    expect(reported({ state: { collect_fee_mode: 2 } })).toEqual(['laterRelease', false])
  })

  it('of a LaunchLab curve lacks the chain for exact outputs of sales, other curves and tokens that charge', () => {
    const sold = { state: { real_base: 10n ** 13n, real_quote: 10n ** 9n } }
    expect(launchlab({})).toEqual({ specialCase: undefined, grounds: ['trades', 'client'] })
    expect(launchlab({}, { tokenIn: wrappedNativeMint, exactOut: exactIn }).grounds).toEqual(['trades', 'client'])
    expect(launchlab(sold, { tokenIn: launchlabMint, exactOut: 1_000n }).grounds).toEqual(['client'])
    const charged = { transferFees: { bps: 100, newerBps: 100, maximum: 10n ** 9n } }
    expect(launchlab(charged)).toEqual({ specialCase: 'transferFee', grounds: ['client'] })
    expect(launchlab({ type: 'fixedPrice' })).toEqual({ specialCase: 'otherCurve', grounds: ['client'] })
  })
})

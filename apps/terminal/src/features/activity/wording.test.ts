import { type Address, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { namesOf } from '../../data/activity/namesOf.ts'
import type { Entry } from '../../data/activity/useActivity.ts'
import type { Listing } from '../../data/market/listing.ts'
import { activityCsv, wordsOf } from './wording.ts'

const kite = 'KiteMint1111111111111111111111111111111111' as Address
const stranger = 'Stranger11111111111111111111111111111111111' as Address
const unread = 'Unread11111111111111111111111111111111111111' as Address
const base: Entry = {
  signature: 'sig',
  slot: 7,
  timestampSeconds: 1_795_230_251,
  kind: 'other',
  failure: null,
  networkFee: 5_000n,
  lamports: -5_000n,
  rent: 0n,
  tokens: [],
  trade: null,
  tip: null,
  tradeFee: 0n,
  counterparty: null,
}
const trade = {
  protocol: 'pumpfun',
  side: 'buy',
  mint: kite,
  amountIn: 946_000_000n,
  amountOut: 45_932_003_000_000n,
} as const
const buy: Entry = {
  ...base,
  kind: 'buy',
  lamports: -960_000_000n,
  tokens: [{ mint: kite, decimals: 6, amount: 45_932_003_000_000n }],
  trade: { ...trade, maxIn: 950_000_000n, minOut: 1n },
}
const listings = new Map([[kite, { mint: kite, symbol: 'KITE', decimals: 6 } as Listing]])
const scaled = 'ScaledMint11111111111111111111111111111111' as Address
const units = new Map([[scaled, { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } as const }]])
const nameOf = namesOf({ listings, units }, [{ ...base, tokens: [{ mint: stranger, decimals: 2, amount: 5n }] }])
const words = (entry: Partial<Entry>) => {
  const { title, detail } = wordsOf({ ...base, ...entry }, nameOf)
  return `${title}: ${detail}`
}

describe('the words of a line', () => {
  it.each<[string, Partial<Entry>]>([
    ['Buy KITE: 0.94600 SOL to 45,932,003 KITE', buy],
    [
      'Buy KITE: 0.95000 SOL',
      { ...buy, failure: 'why', trade: buy.trade && { ...buy.trade, amountIn: null, amountOut: null } },
    ],
    [
      'Swap KITE for Stra…1111: 1.00000 KITE to 0.05 Stra…1111',
      {
        kind: 'swap',
        tokens: [
          { mint: kite, decimals: 6, amount: -1_000_000n },
          { mint: stranger, decimals: 2, amount: 5n },
        ],
      },
    ],
    [
      'Swap KITE for SOL: 1.00000 KITE to 0.50000 SOL',
      { kind: 'swap', lamports: 499_995_000n, tokens: [{ mint: kite, decimals: 6, amount: -1_000_000n }] },
    ],
    ['Several trades: 0 tokens', { kind: 'swap' }],
    [
      'Add to KITE/SOL: 25.00000 KITE and 0.50000 SOL',
      {
        ...{ kind: 'addLiquidity', lamports: -500_000_000n },
        liquidity: {
          pool: stranger,
          sides: [
            { mint: wrappedNativeMint, decimals: 9, amount: -500_000_000n },
            { mint: kite, decimals: 6, amount: -25_000_000n },
          ],
          share: { mint: stranger, decimals: 9, amount: 5n },
        },
      },
    ],
    [
      'Remove from Stra…1111: ',
      { kind: 'removeLiquidity', failure: 'why', liquidity: { pool: stranger, sides: [], share: null } },
    ],
    ['Received SOL: 10.00000 SOL', { kind: 'deposit', lamports: 10_000_000_000n, networkFee: 0n }],
    [
      'Received Scal…1111: 25.00000 Scal…1111',
      { kind: 'deposit', tokens: [{ mint: scaled, decimals: 6, amount: 2_500_000n }] },
    ],
    ['Received Stra…1111: 0.05 Stra…1111', { kind: 'deposit', tokens: [{ mint: stranger, decimals: 2, amount: 5n }] }],
    ['Received Unre…1111: ', { kind: 'deposit', tokens: [{ mint: unread, decimals: 2, amount: 5n }] }],
    ['Sent SOL: 0.50000 SOL', { kind: 'withdrawal', lamports: -500_005_000n }],
    ['Sent SOL: ', { kind: 'withdrawal', failure: 'why' }],
    ['Reclaim rent: 0.00407 SOL', { kind: 'reclaim', lamports: 4_073_560n, rent: -4_078_560n }],
    ['Nonce account opened: 0.00150 SOL', { kind: 'nonce', lamports: -1_505_000n, rent: 1_500_000n }],
    ['Nonce account closed: 0.00150 SOL', { kind: 'nonce', lamports: 1_495_000n, rent: -1_500_000n }],
    ['Nonce account advanced: ', { kind: 'nonce' }],
    ['Nonce account: ', { kind: 'nonce', failure: 'why' }],
    ['Other: ', {}],
  ])('%s', (expected, entry) => {
    expect(words(entry)).toBe(expected)
  })

  it('are exact in a file', () => {
    expect(activityCsv([buy, { ...base, failure: 'No, thanks' }], nameOf).split('\n')).toEqual([
      'time,what,state,SOL,token,amount,network fee SOL,slot,signature',
      `2026-11-21T03:04:11.000Z,buy,confirmed,-0.96,${kite},45932003,0.000005,7,sig`,
      '2026-11-21T03:04:11.000Z,other,"No, thanks",-0.000005,,,0.000005,7,sig',
      '',
    ])
  })
})

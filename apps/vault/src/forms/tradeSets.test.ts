import { tokenProgram, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'
import type { CountedEffects } from '@tern/custody/internal'
import { describe, expect, it } from 'vitest'
import { setsOf, togetherOf } from './tradeSets.ts'

const message = (lamports: bigint, change: Partial<CountedEffects> = {}): CountedEffects => ({
  trades: [{ mintIn: wrappedNativeMint, mintOut: usdcMint, maxIn: 5n, minOut: 7n }],
  ...{ feeLamports: 1n, tipLamports: 0n, networkFeeLamports: lamports, rentLamports: 0n, lamports },
  ...{ lost: lamports, unpriced: 0, isExclusive: false, ...change },
})
const byNonce = (lamports: bigint, nonce = 'one', change: Partial<CountedEffects> = {}) =>
  message(lamports, { nonce, isExclusive: true, ...change })

describe('the messages of a request', () => {
  it('with the same nonce count by the largest loss, and the nonces add up', () => {
    const sets = setsOf([byNonce(10n), byNonce(30n), byNonce(20n), byNonce(5n, 'two')])
    expect(sets).toMatchObject([
      { dearest: { lamports: 30n }, count: 3, isExclusive: true, lamports: 30n },
      { dearest: { lamports: 5n }, count: 1, isExclusive: true, lamports: 5n },
    ])
  })

  it('add up if all may land, even if they only claim to share a nonce', () => {
    const claiming = { nonce: 'one' }
    expect(setsOf([message(10n, claiming), message(30n, claiming), message(20n)])).toMatchObject([
      { dearest: { lamports: 30n }, count: 3, isExclusive: false, lamports: 60n },
    ])
  })

  it('take all their tokens together: twelve deposits shown as one count twelve times', () => {
    const [pool, share] = [usdcMint, usdtMint]
    const deposit = message(10n, {
      trades: [],
      placements: [
        {
          ...{ kind: 'place', program: tokenProgram, account: pool },
          takes: [
            { mint: wrappedNativeMint, raw: 9n },
            { mint: usdcMint, raw: 5n },
          ],
          brings: [{ mint: share, raw: 1n }],
        },
      ],
    })
    const sets = setsOf(Array.from({ length: 12 }, () => deposit))
    expect(sets.map(({ count }) => count)).toEqual([12])
    const sale = message(1n, { trades: [{ mintIn: usdcMint, mintOut: wrappedNativeMint, maxIn: 3n, minOut: 1n }] })
    expect(togetherOf([...sets, ...setsOf([sale])])).toEqual({ lamports: 121n, tokens: new Map([[usdcMint, 63n]]) })
    const exclusive = { ...deposit, nonce: 'one', isExclusive: true }
    expect(togetherOf(setsOf([exclusive, exclusive])).tokens).toEqual(new Map([[usdcMint, 5n]]))
  })

  it('form separate sets if they trade differently', () => {
    const [trade] = message(0n).trades
    if (trade === undefined) expect.fail()
    const all = [
      message(10n),
      message(10n, { trades: [{ ...trade, minOut: 1n }] }),
      message(10n, { trades: [{ ...trade, maxIn: 6n }] }),
      message(10n, { feeLamports: 2n }),
      message(10n, { trades: [], closes: [usdcMint] }),
      message(10n, { referralCode: 'k7m2p9qx' }),
      message(10n, { irreversible: 'lock' }),
      message(10n, { programFeeLamports: 2n }),
    ]
    expect(setsOf(all)).toHaveLength(all.length)
  })

  it('form separate sets if they deposit differently', () => {
    const deposit = { kind: 'place' as const, program: usdcMint, account: usdcMint, takes: [], brings: [] }
    const all = [
      message(10n, { placements: [deposit] }),
      message(10n, { placements: [{ ...deposit, account: wrappedNativeMint }] }),
      message(10n, { placements: [{ ...deposit, kind: 'withdraw' }] }),
      message(10n, { placements: [{ ...deposit, takes: [{ mint: usdcMint, raw: 1n }] }] }),
      message(10n, { placements: [{ ...deposit, brings: [{ mint: usdcMint, raw: 1n }] }] }),
    ]
    expect(setsOf(all)).toHaveLength(all.length)
  })
})

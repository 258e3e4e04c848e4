import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import type { CountedEffects } from '@tern/custody/internal'
import { expect, it } from 'vitest'
import { placementParts, whyAsked } from './placementParts.ts'

const [program, pool, lpMint] = ['program', 'pool', 'lp'] as Address[] as [Address, Address, Address]
const deposit = {
  ...{ kind: 'place' as const, program, account: pool },
  takes: [
    { mint: wrappedNativeMint, raw: 5n },
    { mint: usdcMint, raw: 7n },
  ],
  brings: [{ mint: lpMint, raw: 9n }],
}
const message = (change: Partial<CountedEffects>): CountedEffects => ({
  ...{ trades: [], feeLamports: 0n, tipLamports: 0n, networkFeeLamports: 0n, rentLamports: 0n, lamports: 0n },
  ...{ lost: 0n, unpriced: 0, isExclusive: false, ...change },
})

it('shows a deposit’s pool, its program and all that it moves', () => {
  expect(placementParts([deposit])).toEqual([
    { title: 'Deposits into the pool', address: pool },
    { title: 'Program of the pool', address: program },
    { title: 'Pays at most', address: wrappedNativeMint, raw: 5n },
    { title: 'Pays at most', address: usdcMint, raw: 7n },
    { title: 'Receives at least', address: lpMint, raw: 9n },
  ])
})

it('says why the signer asks, the gravest reason first', () => {
  expect(whyAsked([message({}), message({ asks: 'placement' })])).toMatch(/^Anyone can make a pool/)
  expect(whyAsked([message({ asks: 'fee' }), message({ asks: 'unbounded' })])).toMatch(/^Without a maximum/)
  expect(whyAsked([message({ asks: 'placement' }), message({ asks: 'irreversible' })])).toMatch(/undone/)
  expect(whyAsked([message({ asks: 'unknownOwner' })])).toMatch(/may not be yours/)
  expect(whyAsked([message({ unpriced: 1 })])).toMatch(/without a known price/)
  expect(whyAsked([message({})])).toMatch(/more than your signer limits/)
})

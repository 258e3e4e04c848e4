import { type Address, wrappedNativeMint as sol } from '@tern/core'
import { expect, it } from 'vitest'
import { swapIn } from './swapIn.ts'
import type { Entry } from './useActivity.ts'

const [kite, star, moon] = ['KiteMint', 'StarMint', 'MoonMint'] as Address[] as [Address, Address, Address]
const base: Entry = {
  ...{ signature: 'sig', slot: 7, timestampSeconds: 1, kind: 'swap', failure: null },
  ...{ networkFee: 5_000n, lamports: -5_000n, rent: 0n, tokens: [], trade: null, tip: null },
  ...{ tradeFee: 0n, counterparty: null },
}
const token = (mint: Address, amount: bigint) => ({ mint, decimals: 6, amount })
const trade = { protocol: 'pumpfun', mint: kite, amountIn: 9n, amountOut: 4n, maxIn: 10n, minOut: 3n }

it('reads a single trade from its own amounts', () => {
  expect(swapIn({ ...base, kind: 'buy', trade: { ...trade, side: 'buy' } })).toEqual({
    ...{ mintIn: sol, amountIn: 9n, mintOut: kite, amountOut: 4n },
  })
  expect(swapIn({ ...base, kind: 'sell', trade: { ...trade, side: 'sell' } })).toEqual({
    ...{ mintIn: kite, amountIn: 9n, mintOut: sol, amountOut: 4n },
  })
})

it('reads several trades from the two tokens that changed', () => {
  const tokens = [token(star, 30n), token(kite, -20n)]
  expect(swapIn({ ...base, tokens })).toEqual({ mintIn: kite, amountIn: 20n, mintOut: star, amountOut: 30n })
})

it('counts no cost as a part of the swap of SOL', () => {
  const costs = { rent: 2_039_280n, networkFee: 5_000n, tradeFee: 10_000n, tip: { provider: 'jito', lamports: 1_000n } }
  const lamports = -1_000_000n - 2_039_280n - 5_000n - 10_000n - 1_000n
  expect(swapIn({ ...base, ...costs, lamports, tokens: [token(kite, 7n)] })).toEqual({
    ...{ mintIn: sol, amountIn: 1_000_000n, mintOut: kite, amountOut: 7n },
  })
  expect(swapIn({ ...base, ...costs, lamports: 500_000n - 2_055_280n, tokens: [token(kite, -7n)] })).toEqual({
    ...{ mintIn: kite, amountIn: 7n, mintOut: sol, amountOut: 500_000n },
  })
})

it.each<[string, Partial<Entry>]>([
  ['failed', { failure: 'why', tokens: [token(kite, -20n), token(star, 30n)] }],
  ['failed as a trade', { kind: 'buy', trade: { ...trade, side: 'buy', amountIn: null, amountOut: null } }],
  ['left over a middle token', { tokens: [token(kite, -20n), token(star, 30n), token(moon, 1n)] }],
  ['brought both', { tokens: [token(kite, 20n), token(star, 30n)] }],
  ['is a deposit', { kind: 'deposit', tokens: [token(kite, -20n), token(star, 30n)] }],
])('reads nothing from a transaction that %s', (_, entry) => {
  expect(swapIn({ ...base, ...entry })).toBeUndefined()
})

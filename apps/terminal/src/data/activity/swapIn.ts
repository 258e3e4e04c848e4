import { type Address, wrappedNativeMint } from '@tern/core'
import type { Entry } from './useActivity.ts'

/** The tokens that a transaction swapped, in raw units. SOL is its wrapped mint. */
export interface EntrySwap {
  readonly mintIn: Address
  readonly amountIn: bigint
  readonly mintOut: Address
  readonly amountOut: bigint
}

/**
 * Reads the swap of a transaction: from its single trade, otherwise from the two balances that it changed, without costs in SOL.
 *
 * @returns `undefined` if it failed, or changed other balances than two.
 */
export function swapIn(entry: Entry): EntrySwap | undefined {
  const { trade, tokens, kind, failure } = entry
  if (failure !== null) return undefined
  if (trade !== null) {
    const { side, mint, amountIn, amountOut } = trade
    if (amountIn === null || amountOut === null) return undefined
    const [mintIn, mintOut] = side === 'buy' ? [wrappedNativeMint, mint] : [mint, wrappedNativeMint]
    return { mintIn, amountIn, mintOut, amountOut }
  }
  if (kind !== 'swap') return undefined
  // In a swap of two tokens, SOL changes by costs and by amounts on their way.
  const moved = tokens.length === 1 ? [...tokens, { mint: wrappedNativeMint, amount: solOf(entry) }] : tokens
  const [given] = moved.filter(({ amount }) => amount < 0n)
  const [got] = moved.filter(({ amount }) => amount > 0n)
  if (moved.length !== 2 || given === undefined || got === undefined) return undefined
  return { mintIn: given.mint, amountIn: -given.amount, mintOut: got.mint, amountOut: got.amount }
}

/** Lamports that a transaction swapped: the change of the balance apart from rent, fees and the tip. */
const solOf = ({ lamports, rent, networkFee, tradeFee, tip }: Entry): bigint =>
  lamports + rent + networkFee + tradeFee + (tip?.lamports ?? 0n)

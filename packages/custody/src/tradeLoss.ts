import { type Address, wrappedNativeMint } from '@tern/core'
import type { TradeEffects } from './firewall.ts'
import type { Counted } from './signerLimits.ts'

/** What a message does, and what counts of it towards the limits. */
export type CountedEffects = TradeEffects & Counted

/**
 * What a message may lose: all lamports that leave the wallet, and of each sale the value of its tokens less the SOL that it brings at
 * least. Only SOL is counted against a value. A price tells at most what a token is worth, so of another token that a trade brings nothing
 * is certain.
 *
 * @param worthOf the value of raw units in lamports; `undefined`: not known. Such a sale counts by number.
 * @example
 * // Tokens worth 1 SOL, sold for 0.9 SOL at least:
 * lossOf(effects, () => 1_000_000_000n) // { lost: 100_005_000n, unpriced: 0 }
 */
export function lossOf(
  { trades, lamports }: TradeEffects,
  worthOf: (mint: Address, raw: bigint) => bigint | undefined,
): Counted {
  let lost = lamports
  let unpriced = 0
  for (const { mintIn, mintOut, mostIn, leastOut } of trades) {
    // The lamports of a buy are counted already.
    if (mintIn === wrappedNativeMint) continue
    const value = worthOf(mintIn, mostIn)
    if (value === undefined) unpriced++
    else {
      const brought = mintOut === wrappedNativeMint ? leastOut : 0n
      if (value > brought) lost += value - brought
    }
  }
  return { lost, unpriced }
}

/** What several messages count together. */
export function totalOf(messages: readonly Counted[]): { readonly lamports: bigint; readonly unpriced: number } {
  return {
    lamports: messages.reduce((sum, { lost }) => sum + lost, 0n),
    unpriced: messages.reduce((sum, one) => sum + one.unpriced, 0),
  }
}

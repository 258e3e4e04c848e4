import { type Address, wrappedNativeMint } from '@tern/core'
import type { TradeEffects } from './firewall.ts'

/** What counts of a message towards the limits. */
interface Counted {
  /** Max lamports that it may lose. */
  readonly lost: bigint
  /** Its sales of tokens without a known price. */
  readonly unpriced: number
}

/** What a message does, and what counts of it towards the limits. */
export interface CountedEffects extends TradeEffects, Counted {
  /** Whether it excludes all other messages of its `nonce`. */
  readonly isExclusive: boolean
}

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

/** All that a person is shown of a message, beside what it pays the network, a provider and for accounts. */
const shownOf = ({ trades, feeLamports, closes, referralCode }: TradeEffects) =>
  [
    ...trades.map(({ mintIn, mintOut, mostIn, leastOut }) => `${mintIn} ${mintOut} ${mostIn} ${leastOut}`),
    feeLamports,
    closes,
    referralCode,
  ].join()

/**
 * Whether messages of one nonce are ways to send the same trade. They may differ in tip, tip account, front-running account, compute
 * budget, lookup table and temporary account. One of them is shown for all.
 * @returns why not; `undefined` when they are.
 */
export function readSet(messages: readonly TradeEffects[]): string | undefined {
  const known = new Map<string, string>()
  for (const message of messages) {
    if (message.nonce === undefined) continue
    const shown = shownOf(message)
    if ((known.get(message.nonce) ?? shown) !== shown) return 'messages of one nonce that trade differently'
    known.set(message.nonce, shown)
  }
  return undefined
}

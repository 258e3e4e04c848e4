import { type Address, wrappedNativeMint } from '@tern/core'
import type { TradeEffects } from './firewall.ts'

/** The part of a message that counts towards the limits. */
interface Counted {
  /** Max lamports that it may lose. */
  readonly lost: bigint
  /** Number of mints without a known price that leave the wallet, each by a swap, a deposit or for good. */
  readonly unpriced: number
}

/** The effects of a message, and the part that counts towards the limits. */
export interface CountedEffects extends TradeEffects, Counted {
  /** `true` if no other message with its `nonce` can land beside it. */
  readonly isExclusive: boolean
}

/**
 * Computes the max loss of a message, the sum of:
 *  - all lamports that leave the wallet.
 *  - for each swap, the value of the tokens that it sells, less its min SOL.
 *  - the full value of the tokens that a deposit or a new pool takes.
 *
 * Only SOL reduces the loss. A price is an upper bound, so it cannot prove the value of any other token that arrives.
 *
 * @param worthOf returns the value of raw units in lamports, or `undefined` if the price is unknown.
 * @example
 * // Tokens worth 1 SOL, sold for 0.9 SOL at least:
 * lossOf(effects, () => 1_000_000_000n) // { lost: 100_005_000n, unpriced: 0 }
 */
export function lossOf(
  { trades, placements = [], lamports }: Pick<TradeEffects, 'trades' | 'placements' | 'lamports'>,
  worthOf: (mint: Address, raw: bigint) => bigint | undefined,
): Counted {
  let lost = lamports
  let unpriced = 0
  function count(mint: Address, raw: bigint, brought: bigint): void {
    // Lamports are counted already.
    if (mint === wrappedNativeMint) return
    const value = worthOf(mint, raw)
    if (value === undefined) unpriced++
    else if (value > brought) lost += value - brought
  }
  for (const { mintIn, mintOut, maxIn, minOut } of trades)
    count(mintIn, maxIn, mintOut === wrappedNativeMint ? minOut : 0n)
  // A withdrawal from a pool returns the tokens of a share, so it counts as no loss.
  for (const { kind, takes } of placements)
    if (kind === 'place' || kind === 'create') for (const { mint, raw } of takes) count(mint, raw, 0n)
  return { lost, unpriced }
}

/**
 * Describes the parts of a message that a person sees, without network fee, tip and rents.
 * Messages with the same description are shown as a single trade.
 */
export function shownOf(message: TradeEffects): string {
  const {
    trades,
    placements = [],
    feeLamports,
    programFeeLamports,
    closes,
    referralCode,
    irreversible,
    ...more
  } = message
  const { tipLamports, networkFeeLamports, rentLamports, lamports, nonce, asks, ...unknown } = more
  // If this fails to compile, add the new effect to either list: shown, or left out.
  unknown satisfies Record<PropertyKey, never>
  const list = (moved: readonly { readonly mint: Address; readonly raw: bigint }[]) =>
    moved.map(({ mint, raw }) => `${mint} ${raw}`)
  return [
    ...trades.map(({ mintIn, mintOut, maxIn, minOut }) => `${mintIn} ${mintOut} ${maxIn} ${minOut}`),
    ...placements.map(({ kind, program, account, takes, brings }) =>
      [kind, program, account, ...list(takes), 'for', ...list(brings)].join(' '),
    ),
    ...[feeLamports, programFeeLamports, closes, referralCode, irreversible],
  ].join()
}

/**
 * Checks that messages with the same nonce are variants of the same trade. They may differ in tip, tip account, front-running account,
 * compute budget, lookup table and temporary account. A single variant is shown for all.
 * @returns the reason for a refusal; `undefined` if they are variants.
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

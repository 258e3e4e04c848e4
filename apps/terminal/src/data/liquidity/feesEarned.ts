import { type Address, wrappedNativeMint } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import type { Entry } from '../activity/useActivity.ts'

/** How precisely a growth is computed. For display only. */
const precision = 10n ** 12n

/** Returns the square root, rounded down. */
function rootOf(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << (BigInt(value.toString(2).length + 1) >> 1n)
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next
  return root
}

/** The amount of a mint that an entry moved. SOL is without rents and fees. */
function movedOf({ tokens, lamports, rent, networkFee }: Entry, mint: Address): bigint {
  if (mint === wrappedNativeMint) return lamports + rent + networkFee
  return tokens.find(token => token.mint === mint)?.amount ?? 0n
}

/**
 * Computes the fees that a share has earned since it was deposited, in both tokens.
 *
 * A constant-product pool's root of the product of its reserves, for each LP token, grows only by fees. Price moves leave it unchanged.
 * So a share that is worth 2% more roots than at its deposit consists to 2/102 of fees. Withdrawals take fees along in proportion.
 *
 * @param entries the wallet's transactions, newest first.
 * @param lpHeld raw units of the LP tokens that the wallet holds.
 * @returns raw units in the pool's order, rounded down; `undefined` if not all LP tokens came from known deposits.
 */
export function feesEarned(
  { tokens, lpToken, reserves, lpSupply }: Pick<LiquidityPool, 'tokens' | 'lpToken' | 'reserves' | 'lpSupply'>,
  entries: readonly Entry[],
  lpHeld: bigint,
): readonly [bigint, bigint] | undefined {
  let [lp, roots] = [0n, 0n]
  for (const entry of entries.toReversed()) {
    const change = entry.failure === null ? movedOf(entry, lpToken.mint) : 0n
    if (change === 0n) continue
    const [moved0, moved1] = [movedOf(entry, tokens[0].mint), movedOf(entry, tokens[1].mint)]
    if (change > 0n) {
      // LP tokens that were sent to the wallet have no known beginning.
      if (moved0 >= 0n || moved1 >= 0n) return undefined
      roots += rootOf(moved0 * moved1 * precision * precision)
      lp += change
    } else {
      if (-change > lp) return undefined
      roots -= lp === 0n ? 0n : (roots * -change) / lp
      lp += change
    }
  }
  if (lp !== lpHeld || lp === 0n || lpSupply === 0n) return undefined
  const now = (rootOf(reserves[0] * reserves[1] * precision * precision) * lp) / lpSupply
  const grown = now > roots ? now - roots : 0n
  const part = (reserve: bigint) => (now === 0n ? 0n : (((reserve * lp) / lpSupply) * grown) / now)
  return [part(reserves[0]), part(reserves[1])]
}

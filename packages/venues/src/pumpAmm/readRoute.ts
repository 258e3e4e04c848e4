import type { Address } from '@tern/core'
import type { Route } from '../effects/instructionEffects.ts'
import type { MintOf } from '../readEvents.ts'

/** The instruction that swaps through several pools. */
export const routeInstruction = 'multi_hop_swap'

/** Accounts of a `multi_hop_swap` before its hops, and of each hop. */
const [beforeHops, perHop] = [16, 5]

/** A pool or curve of a `multi_hop_swap`, with its mints. */
interface Hop {
  readonly base: Address
  readonly quote: Address
  readonly pool: Address
}

/** Lists the pools of a `multi_hop_swap`, in the order of the trade. */
export function hopsOf(accounts: readonly Address[]): readonly Hop[] {
  const hops: Hop[] = []
  const at = (index: number) => accounts[index] as Address
  for (let i = beforeHops; i + perHop <= accounts.length; i += perHop)
    hops.push({ base: at(i), quote: at(i + 1), pool: at(i + 2) })
  return hops
}

/**
 * Finds the pools and mints of a `multi_hop_swap`. Its hops either all buy or all sell. The mint that two hops share shows the
 * direction. For a single hop, the mint of the paying account shows it.
 *
 * @see pump-public-docs, docs/instructions/MULTI_HOP_SWAP.md
 */
export function readRoute(accounts: readonly Address[], mintOf: MintOf): Route | undefined {
  const hops = hopsOf(accounts)
  const [first, second] = hops
  const last = hops.at(-1)
  const [, tokenAccountIn, tokenAccountOut] = accounts
  if (!first || !last || !tokenAccountIn || !tokenAccountOut) return undefined
  const isBuy = second === undefined ? mintOf(tokenAccountIn) === first.quote : first.base === second.quote
  const isSale = second === undefined ? mintOf(tokenAccountIn) === first.base : first.quote === second.base
  if (isBuy === isSale) return undefined
  const [mintIn, mintOut] = isBuy ? [first.quote, last.base] : [first.base, last.quote]
  return { pools: hops.map(({ pool }) => pool), mintIn, mintOut, tokenAccountOut }
}

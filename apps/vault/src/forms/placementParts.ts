import type { Address } from '@tern/core'
import type { CountedEffects } from '@tern/custody/internal'

type Placement = NonNullable<CountedEffects['placements']>[number]

/** A labelled address of a form. `raw`: how much of that mint moves, in raw units. */
export interface PlacementPart {
  readonly title: string
  readonly address: Address
  readonly raw?: bigint
}

const titles: Readonly<Record<Placement['kind'], string>> = {
  place: 'Deposits into the pool',
  create: 'Creates the pool',
  withdraw: 'Withdraws from the pool',
  claim: 'Claims from the pool',
}

/**
 * Lists the moves between a wallet and pools: each pool, its program, and each mint with its amount.
 * @example
 * placementParts([deposit])[0] // { title: 'Deposits into the pool', address: pool }
 */
export const placementParts = (placements: readonly Placement[]): readonly PlacementPart[] =>
  placements.flatMap(({ kind, program, account, takes, brings }) => [
    { title: titles[kind], address: account },
    { title: 'Program of the pool', address: program },
    ...takes.map(({ mint, raw }) => ({ title: 'Pays at most', address: mint, raw })),
    ...brings.map(({ mint, raw }) => ({ title: 'Receives at least', address: mint, raw })),
  ])

/** Explains why a signature needs the owner. */
export function whyAsked(read: readonly CountedEffects[]): string {
  const asks = new Set(read.map(one => one.asks))
  if (asks.has('irreversible')) return 'This cannot be undone.'
  if (asks.has('placement')) return 'Anyone can make a pool, and its tokens may be worthless. Check its address.'
  if (asks.has('unbounded')) return 'Without a maximum, all tokens of the account or all SOL may leave.'
  if (asks.has('fee')) return 'The fee is more than 2% of this sale’s minimum.'
  if (asks.has('unknownOwner')) return 'These token accounts may not be yours.'
  return read.some(({ unpriced }) => unpriced > 0)
    ? 'This trade sells a token without a known price.'
    : 'This trade may lose more than your signer limits allow.'
}

import type { SpecialCase } from './venue.ts'

/**
 * Evidence from outside Tern that quotes and instructions were compared with.
 * `program`: the program's binary. `trades`: trades recorded on a cluster. `client`: the official client.
 * `build`: the maker's own build of a release without a public binary of a cluster.
 */
export type Ground = 'program' | 'trades' | 'build' | 'client'

/** The direction of a swap: `A→B` pays the pool's first token for its second. */
export type Side = 'A→B' | 'B→A'
/** The fixed side of a swap: its input or its output. */
export type Mode = 'exactIn' | 'exactOut'

/** The evidence for the trades of a protocol. */
export type ProtocolEvidence = Readonly<Record<Side, Readonly<Record<Mode, readonly Ground[]>>>> & {
  /** The evidence for each special case of its trades. It replaces the evidence by side and mode. */
  readonly specialCases?: { readonly [W in SpecialCase]?: readonly Ground[] }
  /** The evidence for deposits, withdrawals and creations of pools, if Tern makes them. */
  readonly liquidity?: readonly Ground[]
}

/** Builds evidence that is equal on both sides. */
export function eachSide(
  exactIn: readonly Ground[],
  exactOut: readonly Ground[],
  specialCases?: ProtocolEvidence['specialCases'],
): ProtocolEvidence {
  return { 'A→B': { exactIn, exactOut }, 'B→A': { exactIn, exactOut }, ...(specialCases && { specialCases }) }
}

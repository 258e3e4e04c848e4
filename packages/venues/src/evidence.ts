import type { Protocol } from './protocols.ts'
import type { Pool, Quote, SpecialCase } from './venue.ts'

/**
 * Evidence from outside Tern that quotes and instructions were compared with.
 * `program`: the program's binary. `trades`: trades recorded on a cluster. `client`: the official client.
 * `build`: the maker's own build of a release for which no cluster's binary is public.
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
}

/** Builds evidence that is equal on both sides. */
function eachSide(
  exactIn: readonly Ground[],
  exactOut: readonly Ground[],
  specialCases?: ProtocolEvidence['specialCases'],
): ProtocolEvidence {
  return { 'A→B': { exactIn, exactOut }, 'B→A': { exactIn, exactOut }, ...(specialCases && { specialCases }) }
}

const client = ['client'] as const
const programAndClient = ['program', 'client'] as const
const tradesAndClient = ['trades', 'client'] as const
const allThree = ['program', 'trades', 'client'] as const
const launchlab = {
  ...eachSide(tradesAndClient, client, { otherCurve: client, transferFee: client }),
  'B→A': { exactIn: tradesAndClient, exactOut: tradesAndClient },
}
// No public binary has the instruction for transfer hooks.
const dbc = eachSide(allThree, allThree, { transferHook: client })

/**
 * The evidence by protocol, side and mode. A platform's pools share their program's evidence.
 * A test in `conformance` compares this table with the tests that ran.
 */
export const evidence: Readonly<Record<Protocol, ProtocolEvidence>> = {
  raydium_cpmm: eachSide(allThree, programAndClient),
  // No outside source quotes exact outputs of CLMM tokens that charge for transfers.
  raydium_clmm: eachSide(allThree, allThree, { laterRelease: client, transferFee: [] }),
  pumpfun: eachSide(tradesAndClient, tradesAndClient),
  pumpamm: eachSide(tradesAndClient, tradesAndClient),
  raydium_launchlab: launchlab,
  bonk: launchlab,
  meteora_dbc: dbc,
  believe: dbc,
  meteora_damm_v2: eachSide([...allThree, 'build'], [...programAndClient, 'build'], {
    laterRelease: ['build', 'client'],
  }),
}

/** Returns the evidence behind a quote. */
export function evidenceOf({ protocol, tokens }: Pick<Pool, 'protocol' | 'tokens'>, quote: Quote): readonly Ground[] {
  const { specialCases, ...sides } = evidence[protocol]
  const side = quote.tokenIn === tokens[0].mint ? 'A→B' : 'B→A'
  const mode = 'exactIn' in quote.request ? 'exactIn' : 'exactOut'
  return (quote.specialCase && specialCases?.[quote.specialCase]) ?? sides[side][mode]
}

/** Checks that trades of this kind were compared with the program itself, or with trades recorded on a cluster. */
export function isVerifiedOnChain(pool: Pick<Pool, 'protocol' | 'tokens'>, quote: Quote): boolean {
  return evidenceOf(pool, quote).some(ground => ground === 'program' || ground === 'trades')
}

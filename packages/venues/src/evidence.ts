import type { Protocol } from './protocols.ts'
import type { Pool, Quote, Way } from './venue.ts'

/**
 * What quotes and instructions were held to that Tern did not make: the program itself, trades that a cluster has seen, its
 * maker's own build of a release that no cluster's binary is known of, the official client.
 */
export type Ground = 'program' | 'trades' | 'build' | 'client'

/** From the first of a pool's tokens to the second, or back. */
export type Side = 'A→B' | 'B→A'
/** Whether what goes in is fixed, or what comes out. */
export type Mode = 'exactIn' | 'exactOut'

/** What stands behind the trades of one protocol. */
export type ProtocolEvidence = Readonly<Record<Side, Readonly<Record<Mode, readonly Ground[]>>>> & {
  /** What stands behind those that go a way of their own, in place of that. */
  readonly ways?: { readonly [W in Way]?: readonly Ground[] }
}

/** The same for both sides. */
function eachSide(
  exactIn: readonly Ground[],
  exactOut: readonly Ground[],
  ways?: ProtocolEvidence['ways'],
): ProtocolEvidence {
  return { 'A→B': { exactIn, exactOut }, 'B→A': { exactIn, exactOut }, ...(ways && { ways }) }
}

const client = ['client'] as const
const programAndClient = ['program', 'client'] as const
const tradesAndClient = ['trades', 'client'] as const
const allThree = ['program', 'trades', 'client'] as const
const launchlab = {
  ...eachSide(tradesAndClient, client, { otherCurve: client, transferFee: client }),
  'B→A': { exactIn: tradesAndClient, exactOut: tradesAndClient },
}
// No binary is public that has the instruction for hooks.
const dbc = eachSide(allThree, allThree, { transferHook: client })

/** Each protocol, side and mode. A platform's pools are its program's. `conformance` holds it to the tests that ran. */
export const evidence: Readonly<Record<Protocol, ProtocolEvidence>> = {
  raydium_cpmm: eachSide(allThree, programAndClient),
  // Nothing of another maker's quotes exact outputs of CLMM tokens that charge.
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

/** What stands behind a quote. */
export function evidenceOf({ protocol, tokens }: Pick<Pool, 'protocol' | 'tokens'>, quote: Quote): readonly Ground[] {
  const { ways, ...sides } = evidence[protocol]
  const side = quote.tokenIn === tokens[0].mint ? 'A→B' : 'B→A'
  const mode = 'exactIn' in quote.request ? 'exactIn' : 'exactOut'
  return (quote.way && ways?.[quote.way]) ?? sides[side][mode]
}

/** Whether a trade of this kind was held to the program itself, or to what a cluster has seen of it. */
export function isVerifiedOnChain(pool: Pick<Pool, 'protocol' | 'tokens'>, quote: Quote): boolean {
  return evidenceOf(pool, quote).some(ground => ground === 'program' || ground === 'trades')
}

import type { Ground } from './ground.ts'
import type { Pool, Quote } from './venue.ts'

/** Returns the evidence behind a quote. */
export function evidenceOf({ evidence, tokens }: Pick<Pool, 'evidence' | 'tokens'>, quote: Quote): readonly Ground[] {
  const { specialCases, ...sides } = evidence
  const side = quote.tokenIn === tokens[0].mint ? 'A→B' : 'B→A'
  const mode = 'exactIn' in quote.request ? 'exactIn' : 'exactOut'
  return (quote.specialCase && specialCases?.[quote.specialCase]) ?? sides[side][mode]
}

/** Checks that trades of this kind were compared with the program itself, or with trades recorded on a cluster. */
export function isVerifiedOnChain(pool: Pick<Pool, 'evidence' | 'tokens'>, quote: Quote): boolean {
  return evidenceOf(pool, quote).some(ground => ground === 'program' || ground === 'trades')
}

const isProof = process.env.PROOF === '1'

/**
 * Returns how many random cases a comparison with an SDK runs: `all` in the proof, otherwise a quarter. Each commit has
 * another seed, so later commits try further cases.
 *
 * @example
 * runsOf(3_000) // 750
 */
export const runsOf = (all: number): number => (isProof ? all : Math.ceil(all / 4))

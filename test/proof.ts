/** Slow proofs run under `npm run proof` only. CONTRIBUTING lists the files that have some. */
export const isProof = process.env.PROOF === '1'

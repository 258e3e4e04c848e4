/** Tern's own fee: 1%, rounded down, of a buy's lamports or of a sell's expected output. */
export function tradeFee(lamports: bigint): bigint {
  return lamports / 100n
}

/** The bribe that goes with a priority fee when fees are automatic: 3/7 of it, rounded down, so that they share 70 to 30. */
export function autoBribe(priorityFeeLamports: bigint): bigint {
  return (priorityFeeLamports * 3n) / 7n
}

import { type AutoFee, autoPriorityFee } from '@tern/chain'
import type { TradeSettings } from './trade.ts'

/** Tern's own fee: 1%, rounded down, of a buy's lamports or of a sell's expected output. */
export function tradeFee(lamports: bigint): bigint {
  return lamports / 100n
}

/** The bribe that goes with a priority fee when fees are automatic: 3/7 of it, rounded down, so that they share 70 to 30. */
export function autoBribe(priorityFeeLamports: bigint): bigint {
  return (priorityFeeLamports * 3n) / 7n
}

/**
 * Automatic fees, in lamports: what so many compute units cost at this price (`readUnitPrice`), within `fee`, and 3/7 of it, rounded
 * down, for the provider.
 */
export function autoFees(
  microLamports: bigint,
  fee: Omit<AutoFee, 'percentile'>,
): Required<Pick<TradeSettings, 'priorityFeeLamports' | 'bribeLamports'>> {
  const priorityFeeLamports = autoPriorityFee(microLamports, fee)
  return { priorityFeeLamports, bribeLamports: autoBribe(priorityFeeLamports) }
}

import { type AutoFee, autoPriorityFee } from '@tern/chain'
import type { TradeSettings } from './trade.ts'

/**
 * Computes Tern's fee: 1%, rounded down.
 *
 * @param lamports a buy's amount, or a sell's expected output.
 * @returns lamports.
 * @example
 * tradeFee(150n) // 1n
 */
export function tradeFee(lamports: bigint): bigint {
  return lamports / 100n
}

/**
 * Computes the automatic bribe: 3/7 of the priority fee, rounded down. Priority fee and bribe share 70 to 30.
 *
 * @returns lamports.
 * @example
 * autoBribe(70_000n) // 30_000n
 */
export function autoBribe(priorityFeeLamports: bigint): bigint {
  return (priorityFeeLamports * 3n) / 7n
}

/**
 * Computes the automatic fees: the price of the compute units within `fee`, and the bribe for the provider.
 *
 * @param microLamports price of a compute unit, see `readUnitPrice`.
 * @returns lamports.
 * @example
 * autoFees(1_000_000n, { unitLimit: 70_000, maxLamports: 100_000n }) // { priorityFeeLamports: 70_000n, bribeLamports: 30_000n }
 */
export function autoFees(
  microLamports: bigint,
  fee: Omit<AutoFee, 'percentile'>,
): Required<Pick<TradeSettings, 'priorityFeeLamports' | 'bribeLamports'>> {
  const priorityFeeLamports = autoPriorityFee(microLamports, fee)
  return { priorityFeeLamports, bribeLamports: autoBribe(priorityFeeLamports) }
}

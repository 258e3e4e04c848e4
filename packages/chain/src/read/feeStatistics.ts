import { type ComputeBudget, defaultComputeUnitLimit } from '../build/computeBudget.ts'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'

/** Source of the statistics, and the budget without them. */
export interface FeeStatisticsOptions {
  /** Unset: Solana Compass. */
  readonly url?: string
  /** Budget if the statistics cannot be read. Unset: 200,000 units and no fee. */
  readonly fallback?: ComputeBudget
  /** Milliseconds. Unset: 5 s. */
  readonly timeoutMs?: number
}

const solanaCompass = 'https://solanacompass.com/api/fees'
const unitLimit = 600_000
/** Micro-lamports per unit: 15,000 lamports for the limit. */
const highestPrice = 25_000n
const maxLamports = (highestPrice * BigInt(unitLimit)) / 1_000_000n

/**
 * Reads a budget of 600,000 units from fee statistics. Never throws.
 * The fee is the average of the last 15 minutes (entry 15, field `avg`, lamports), rounded up, at most 25,000 micro-lamports a unit.
 *
 * @returns `fallback` if the statistics cannot be read.
 * @example
 * await fetchComputeBudget() // { unitLimit: 600_000, priorityFeeLamports: 15_000n } in a busy hour
 */
export async function fetchComputeBudget(options: FeeStatisticsOptions = {}): Promise<ComputeBudget> {
  const { url = solanaCompass, timeoutMs = requestTimeoutMs } = options
  const { fallback = { unitLimit: defaultComputeUnitLimit, priorityFeeLamports: 0n } } = options
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' })
    const average = response.ok ? averageOf(await response.json()) : undefined
    if (average === undefined) return fallback
    return { unitLimit, priorityFeeLamports: average < maxLamports ? average : maxLamports }
  } catch {
    return fallback
  }
}

function averageOf(statistics: unknown): bigint | undefined {
  const entry = isRecord(statistics) ? statistics['15'] : undefined
  const average = isRecord(entry) ? entry.avg : undefined
  return typeof average === 'number' && Number.isFinite(average) && average > 0 ? BigInt(Math.ceil(average)) : undefined
}

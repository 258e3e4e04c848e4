import { type ComputeBudget, defaultComputeUnitLimit } from '../build/computeBudget.ts'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'

/** Where the statistics come from, and what counts when they do not. */
export interface FeeStatisticsOptions {
  /** Unset: Solana Compass. */
  readonly url?: string
  /** Unset: 200,000 units, for nothing. */
  readonly fallback?: ComputeBudget
  /** Unset: 5 s. */
  readonly timeoutMs?: number
}

const solanaCompass = 'https://solanacompass.com/api/fees'
const unitLimit = 600_000
/** Micro-lamports a unit: 15,000 lamports for the limit. */
const highestPrice = 25_000n
const mostLamports = (highestPrice * BigInt(unitLimit)) / 1_000_000n

/**
 * 600,000 units at what transactions of the last quarter of an hour paid on average (entry 15, field `avg`, in lamports, rounded
 * up), at no more than 25,000 micro-lamports a unit. When the statistics cannot be had, `fallback`: it throws nothing.
 */
export async function fetchComputeBudget(options: FeeStatisticsOptions = {}): Promise<ComputeBudget> {
  const { url = solanaCompass, timeoutMs = requestTimeoutMs } = options
  const { fallback = { unitLimit: defaultComputeUnitLimit, priorityFeeLamports: 0n } } = options
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' })
    const average = response.ok ? averageOf(await response.json()) : undefined
    if (average === undefined) return fallback
    return { unitLimit, priorityFeeLamports: average < mostLamports ? average : mostLamports }
  } catch {
    return fallback
  }
}

function averageOf(statistics: unknown): bigint | undefined {
  const entry = isRecord(statistics) ? statistics['15'] : undefined
  const average = isRecord(entry) ? entry.avg : undefined
  return typeof average === 'number' && Number.isFinite(average) && average > 0 ? BigInt(Math.ceil(average)) : undefined
}

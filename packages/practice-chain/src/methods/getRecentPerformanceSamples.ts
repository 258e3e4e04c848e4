import type { Method } from './method.ts'
import { invalidParams, readOptionalNumber } from './params.ts'

const mostSamples = 720
const slotsASample = 150n

/** How many transactions landed in each full minute of slots, the newest first. */
export const getRecentPerformanceSamples: Method = ({ bank }, [limit]) => {
  const wanted = readOptionalNumber(limit, 'a limit') ?? mostSamples
  if (wanted > mostSamples) throw invalidParams(`Invalid limit; max ${mostSamples}`)
  const samples: unknown[] = []
  const first = bank.firstAvailableBlock()
  const samplePeriodSecs = Math.round((Number(slotsASample) * bank.slotMs) / 1000)
  let end = (bank.slot() / slotsASample) * slotsASample
  while (samples.length < wanted && end >= slotsASample && end - slotsASample >= first) {
    let numTransactions = 0
    for (let slot = end - slotsASample; slot < end; slot++)
      numTransactions += bank.block(slot)?.transactions.length ?? 0
    samples.push({
      numNonVoteTransactions: numTransactions,
      numSlots: slotsASample,
      numTransactions,
      samplePeriodSecs,
      slot: end,
    })
    end -= slotsASample
  }
  return samples
}

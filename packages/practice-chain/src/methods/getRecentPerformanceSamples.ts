import type { Bank } from '../bank/bank.ts'
import type { Method } from './method.ts'
import { invalidParams, readOptionalNumber } from './params.ts'

const maxSamples = 720
const slotsASample = 150n

/** Returns the transactions of each full group of 150 slots, newest first. */
export const getRecentPerformanceSamples: Method = ({ bank }, [limit]) => {
  const wanted = readOptionalNumber(limit) ?? maxSamples
  if (wanted > maxSamples) throw invalidParams(`Invalid limit; max ${maxSamples}`)
  const samples: unknown[] = []
  const first = bank.firstAvailableBlock()
  let end = (bank.slot() / slotsASample) * slotsASample
  while (samples.length < wanted && end >= slotsASample && end - slotsASample >= first) {
    samples.push(sampleBefore(bank, end))
    end -= slotsASample
  }
  return samples
}

function sampleBefore(bank: Bank, end: bigint) {
  const slots = bank.blocks(end - slotsASample, end - 1n)
  const numTransactions = slots.reduce((sum, slot) => sum + bank.transactionsIn(slot).length, 0)
  return {
    numNonVoteTransactions: numTransactions,
    numSlots: slots.length,
    numTransactions,
    samplePeriodSecs: Math.round((Number(slotsASample) * bank.slotMs) / 1000),
    slot: end,
  }
}

import { requireBlock } from './getBlock.ts'
import type { Method } from './method.ts'
import { readAddress, readArray, readCommitment, readOptionalU64, readOptions } from './params.ts'
import { rpcError } from './rpcError.ts'

/** Returns zeros, because the chain has no inflation. */
export const getInflationGovernor: Method = (_, [config]) => {
  readCommitment(readOptions(config, 'CommitmentConfig'))
  return { foundation: 0, foundationTerm: 0, initial: 0, taper: 0, terminal: 0 }
}

/** Returns zeros for the current epoch. */
export const getInflationRate: Method = ({ bank }) => ({
  epoch: bank.epochInfo().epoch,
  foundation: 0,
  total: 0,
  validator: 0,
})

/** Returns the rewards of a past epoch: null for each address. */
export const getInflationReward: Method = ({ bank }, [addresses, config]) => {
  const options = readOptions(config, 'RpcEpochConfig')
  const asked = readArray(addresses).map(readAddress)
  const { slotsInEpoch } = bank.epochInfo()
  const newest = bank.slot(readCommitment(options))
  const current = newest / slotsInEpoch
  const epoch = readOptionalU64(options.epoch) ?? (current > 0n ? current - 1n : 0n)
  // Rewards would be paid in the first block of the next epoch.
  const [paid] = bank.blocks((epoch + 1n) * slotsInEpoch, newest)
  if (paid === undefined)
    throw rpcError('blockNotAvailable', `Block not available for slot ${(epoch + 1n) * slotsInEpoch}`)
  requireBlock(bank, paid)
  return asked.map(() => null)
}

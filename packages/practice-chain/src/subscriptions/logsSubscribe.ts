import type { Address } from '@tern/core'
import {
  invalidParams,
  isObject,
  readArray,
  readCommitment,
  readOptions,
  readString,
  readVariant,
  wrongType,
} from '../methods/params.ts'
import { readKey } from './readKey.ts'
import { inSlot, type Subscription } from './subscription.ts'

/** Notifies of the logs of every transaction, or only of transactions that name an address. */
export const logsSubscribe: Subscription = {
  minParameters: 1,
  maxParameters: 2,
  read([filter, config]) {
    const topic = readFilter(filter)
    const commitment = readCommitment(readOptions(config, 'RpcTransactionLogsConfig'))
    return {
      // This chain has no votes, so `all` and `allWithVotes` notify of the same logs. They are still two subscriptions.
      key: [filter === 'allWithVotes' ? filter : topic, commitment],
      begin: ({ commitments }, notify) =>
        commitments[commitment].transactions.listen(topic, ({ slot, err, logs, signature }) => {
          notify(inSlot(slot, { err, logs, signature }))
        }),
    }
  },
}

const kinds = ['all', 'allWithVotes', 'mentions'] as const

function readFilter(filter: unknown): Address | 'all' {
  if (!isObject(filter)) {
    if (readVariant(filter, kinds) !== 'mentions') return 'all'
    throw invalidParams('Invalid params: invalid type: unit variant, expected newtype variant.')
  }
  const [name] = Object.keys(filter)
  if (name === undefined) throw wrongType(filter, 'map with a single key')
  if (readVariant(name, kinds) !== 'mentions') return 'all'
  const mentions = readArray(filter.mentions).map(readString)
  if (mentions.length !== 1) throw invalidParams('Invalid Request: Only 1 address supported')
  return readKey(mentions[0], 'mentions')
}

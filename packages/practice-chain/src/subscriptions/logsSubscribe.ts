import type { Address } from '@tern/core'
import { apiVersion } from '../methods/method.ts'
import { invalidParams, readAddress, readArray, readCommitment, readObject, readOptions } from '../methods/params.ts'
import type { Subscription } from './subscription.ts'

/** The logs of every transaction, or of those that name one address. */
export const logsSubscribe: Subscription = ({ commitments }, [filter, config], notify) => {
  const mentioned = readFilter(filter)
  return commitments.listen({
    commitment: readCommitment(readOptions(config)),
    onTransaction({ accounts, slot, err, logs, signature }) {
      if (mentioned !== undefined && !accounts.includes(mentioned)) return
      notify({ context: { apiVersion, slot }, value: { err, logs, signature } })
    },
  })
}

/** The address that must be named, or `undefined` for all. */
function readFilter(filter: unknown): Address | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined
  const mentions = readArray(readObject(filter, '`all` or `mentions`').mentions, 'an array of one address')
  if (mentions.length !== 1) throw invalidParams('Invalid Request: Only 1 address supported')
  return readAddress(mentions[0])
}

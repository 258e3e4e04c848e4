import { isAddress } from '@solana/kit'
import * as v from 'valibot'

/**
 * The topics that a page can follow: the latest blockhash, the last trade of every token, the rows of changed pools,
 * and every trade of a token.
 * A slow reader receives only the newest of the first three, because older values no longer matter. It receives every
 * trade of the last.
 */
export type Topic = 'blockhash' | 'tickers' | 'pools' | `trades:${string}`

const topic = v.custom<Topic>(
  value =>
    value === 'blockhash' ||
    value === 'tickers' ||
    value === 'pools' ||
    (typeof value === 'string' && value.startsWith('trades:') && value.length <= 51 && isAddress(value.slice(7))),
)

const mark = v.strictObject({
  epoch: v.pipe(v.string(), v.maxLength(32)),
  id: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** The last batch that a reader has received. Ids count within an epoch. An epoch is a run of the server. */
export type Mark = v.InferOutput<typeof mark>

/**
 * A page's request: all topics that it wants from now on. The first request after a reconnect also names the last batch
 * that it has.
 */
export const streamRequest = v.strictObject({
  want: v.pipe(v.array(topic), v.maxLength(64)),
  after: v.exactOptional(mark),
})
export type StreamRequest = v.InferOutput<typeof streamRequest>

/** Returns the mint of a topic of trades. */
export function mintOf(topic: Topic): string | undefined {
  return topic.startsWith('trades:') ? topic.slice('trades:'.length) : undefined
}

import { isAddress } from '@solana/kit'
import * as v from 'valibot'

/**
 * What a page can follow: the latest blockhash, the last trade of every token, every trade of one token. The first two are
 * conflated, a browser that reads slowly misses nothing that still counts; of the third each one is told.
 */
export type Topic = 'blockhash' | 'tickers' | `trades:${string}`

const topic = v.custom<Topic>(
  value =>
    value === 'blockhash' ||
    value === 'tickers' ||
    (typeof value === 'string' && value.startsWith('trades:') && value.length <= 51 && isAddress(value.slice(7))),
)

const mark = v.strictObject({
  epoch: v.pipe(v.string(), v.maxLength(32)),
  id: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** Where a reader stands: the last batch that it has. Ids count within one life of the server, its epoch. */
export type Mark = v.InferOutput<typeof mark>

/** What a page sends: all that it wants from now on, and with the first one the last batch that it has. */
export const streamRequest = v.strictObject({
  want: v.pipe(v.array(topic), v.maxLength(64)),
  after: v.exactOptional(mark),
})
export type StreamRequest = v.InferOutput<typeof streamRequest>

/** The mint whose trades a topic is about. */
export function mintOf(topic: Topic): string | undefined {
  return topic.startsWith('trades:') ? topic.slice('trades:'.length) : undefined
}

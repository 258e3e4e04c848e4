import { setImmediate } from 'node:timers/promises'
import { stringifyJson } from '@tern/core/internal'

/** A piece of JSON: text, or its bytes in UTF-8, which do not burden the garbage collector while they wait. */
export type JsonPiece = string | Buffer

/** A result that is JSON text already, in consecutive pieces. It may be too large to encode at once. */
export interface WrittenJson {
  readonly json: readonly JsonPiece[]
}

const all = new WeakSet<object>()

/** Marks `pieces` as a result, so that it is not encoded as an ordinary object. */
export function written(pieces: readonly JsonPiece[]): WrittenJson {
  const result = { json: pieces }
  all.add(result)
  return result
}

export const isWritten = (value: unknown): value is WrittenJson =>
  typeof value === 'object' && value !== null && all.has(value)

/** How many characters are written before other requests get their turn: about a millisecond of work. */
const charactersATurn = 64 * 1024

/**
 * Encodes a list, each item with `encode`. An item is left out if `encode` returns `undefined`.
 * It pauses now and then, so that a long list does not block other requests.
 */
export async function writeList<T>(items: Iterable<T>, encode: (item: T) => string | undefined): Promise<WrittenJson> {
  const json: Buffer[] = []
  let piece = '['
  let separator = ''
  for (const item of items) {
    const text = encode(item)
    if (text === undefined) continue
    piece += separator + text
    separator = ','
    if (piece.length < charactersATurn) continue
    json.push(Buffer.from(piece))
    piece = ''
    await setImmediate()
  }
  json.push(Buffer.from(`${piece}]`))
  return written(json)
}

/** Encodes an object whose last field is JSON text already. */
export function writeJson(fields: object, name?: string, value?: WrittenJson): WrittenJson {
  const text = stringifyJson(fields)
  if (name === undefined || value === undefined) return written([text])
  const separator = text === '{}' ? '' : ','
  return written([`${text.slice(0, -1)}${separator}${JSON.stringify(name)}:`, ...value.json, '}'])
}

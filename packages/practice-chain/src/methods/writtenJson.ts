import { setImmediate } from 'node:timers/promises'
import { stringifyJson } from '@tern/core'

/** A piece of JSON: text, or its bytes in UTF-8, which burden nobody while they wait to be sent. */
export type JsonPiece = string | Buffer

/** A result that is JSON already, in pieces that follow each other: one too large to be written in one go. */
export interface WrittenJson {
  readonly json: readonly JsonPiece[]
}

const all = new WeakSet<object>()

/** `pieces` as a result, so that they are not taken for an object with texts in it. */
export function written(pieces: readonly JsonPiece[]): WrittenJson {
  const result = { json: pieces }
  all.add(result)
  return result
}

export const isWritten = (value: unknown): value is WrittenJson =>
  typeof value === 'object' && value !== null && all.has(value)

/** So much text is written before others get their turn: about a millisecond's worth. */
const charactersATurn = 64 * 1024

/**
 * A list with each item as the JSON that `encode` gives; an item for which it gives none is left out. Takes a break now and
 * then, so that nobody waits for a long one.
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

/** An object, and in it, last, one field that is written already. */
export function writeJson(fields: object, name?: string, value?: WrittenJson): WrittenJson {
  const text = stringifyJson(fields)
  if (name === undefined || value === undefined) return written([text])
  const separator = text === '{}' ? '' : ','
  return written([`${text.slice(0, -1)}${separator}${JSON.stringify(name)}:`, ...value.json, '}'])
}

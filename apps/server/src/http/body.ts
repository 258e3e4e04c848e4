import { setTimeout as pause } from 'node:timers/promises'
import { TernError } from '@tern/core/serverErrors'
import { assertPlainJson } from './plainJson.ts'

/** A body is no larger, but for a bundle and for what sends or simulates transactions. */
export const maxBodyBytes = 32 * 1024
/** So many bytes cost as much as one request. */
const bytesPerRequest = 4 * 1024

/** @returns what bytes cost of a client's rate, in requests: nothing if they are few. */
export const costOfBytes = (bytes: number): number => Math.floor(bytes / bytesPerRequest)

/**
 * @param maxBytes is the most that is read of it.
 * @returns what a request's body costs, before a byte of it is read. A body of unsaid length costs as much as the largest usual one.
 */
export function costOfBody(headers: Headers, maxBytes = maxBodyBytes): number {
  const length = headers.get('content-length')
  if (length !== null) return costOfBytes(Math.min(Number(length), maxBytes))
  return headers.has('transfer-encoding') ? costOfBytes(maxBodyBytes) : 0
}

/** How long a client waits for the refusal of a body that is not paid for, which is not read meanwhile. */
const refusalMs = 500

/** Keeps a client that sends large bodies too fast from sending the next one at once. `cost`: of the refused body. */
export async function delayRefusal(cost: number): Promise<void> {
  if (cost > 0) await pause(refusalMs)
}

/**
 * A request's JSON body. One that says it is larger than `mostBytes` is refused before a byte of it is read, one that turns
 * out to be at the byte where it does.
 * @throws TernError `http/notJson`, `http/bodyTooLarge`, `http/badRequest`.
 */
export async function readJson(request: Request, mostBytes: number): Promise<unknown> {
  const text = await readText(request, mostBytes)
  assertPlainJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not JSON' })
  }
}

/** As `readJson`, before the text is parsed. */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new TernError('http/notJson', { contentType })
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes)
    throw new TernError('http/bodyTooLarge', { mostBytes })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new TernError('http/bodyTooLarge', { mostBytes })
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not UTF-8' })
  }
}

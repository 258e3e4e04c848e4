import { setTimeout as pause } from 'node:timers/promises'
import { TernError } from '@tern/core'
import { assertPlainJson } from './plainJson.ts'

/** Max size of a body. Bundles and calls that send or simulate transactions may be larger. */
export const maxBodyBytes = 32 * 1024
/** This many bytes cost as much as a request. */
const bytesPerRequest = 4 * 1024

/** Returns the cost of bytes, in requests and rounded down: 0 for a small body. */
export const costOfBytes = (bytes: number): number => Math.floor(bytes / bytesPerRequest)

/**
 * Returns the cost of a request's body before any of it is read.
 * A body without a stated length costs as much as a body of `maxBodyBytes`.
 *
 * @param maxBytes max bytes that the server will read of the body.
 */
export function costOfBody(headers: Headers, maxBytes = maxBodyBytes): number {
  const length = headers.get('content-length')
  if (length !== null) return costOfBytes(Math.min(Number(length), maxBytes))
  return headers.has('transfer-encoding') ? costOfBytes(maxBodyBytes) : 0
}

/** Time that a client waits for the refusal of an unpaid body, in milliseconds. The body is not read meanwhile. */
const refusalMs = 500

/** Delays the refusal, to slow down a client that sends large bodies too fast. `cost`: of the refused body. */
export async function delayRefusal(cost: number): Promise<void> {
  if (cost > 0) await pause(refusalMs)
}

/**
 * Reads a request's JSON body.
 * A body that states a size above `maxBytes` is refused before any of it is read. Otherwise it is refused at the byte
 * that exceeds the limit.
 *
 * @throws TernError `http/notJson`, `http/bodyTooLarge`, `http/badRequest`.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes)
  assertPlainJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not JSON' })
  }
}

/** Reads a body like `readJson`, without parsing it. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new TernError('http/notJson', { contentType })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    throw new TernError('http/bodyTooLarge', { maxBytes })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TernError('http/bodyTooLarge', { maxBytes })
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not UTF-8' })
  }
}

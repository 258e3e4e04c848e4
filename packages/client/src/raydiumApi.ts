import { isTernError, TernError } from '@tern/core'

/** Raydium's API for mainnet. */
export const raydiumApi = 'https://api-v3.raydium.io'
const timeoutMs = 10_000

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns a signal that aborts after 10 s, or earlier with the caller's. */
export function limited(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  return signal === undefined ? limit : AbortSignal.any([signal, limit])
}

/**
 * Fetches the `data` of an answer of Raydium's API. A refusal also has status 200.
 *
 * @throws TernError `pool/listFailed`.
 */
export async function fetchData(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw new TernError('pool/listFailed', { why: `${answer.status} ${answer.statusText}` })
    const body: unknown = await answer.json()
    if (!isRecord(body) || body.success !== true) throw anotherShape()
    return body.data
  } catch (error) {
    if (isTernError(error)) throw error
    throw new TernError('pool/listFailed', { why: String(error) }, { cause: error })
  }
}

export const anotherShape = (): TernError => new TernError('pool/listFailed', { why: 'an answer of another shape' })

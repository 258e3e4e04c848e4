import type { Rpc, RpcTransport, SolanaRpcApi } from '@solana/kit'
import { isTernError, stringifyJson } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { isRecord } from './isRecord.ts'
import { parseJson } from './parseJson.ts'
import { createSolanaRpc, isNumberKey } from './solanaRpc.ts'

/** One JSON-RPC node. */
export interface Endpoint {
  readonly transport: RpcTransport
  readonly rpc: Rpc<SolanaRpcApi>
}

/** How long a node has for its whole answer, unless the caller says otherwise. */
export const requestTimeoutMs = 5000

/**
 * Talks to one node and gives each of its faults a type: `rpc/timedOut` after `timeoutMs` without the whole answer,
 * `rpc/tooManyRequests`, `rpc/unreachable`, `rpc/badAnswer` (another HTTP status, or a body that is no JSON-RPC answer),
 * `rpc/refused` (a JSON-RPC error). No error names the URL, because the URL may hold a key.
 *
 * @param timeoutMs - `Infinity` waits for as long as the connection lives.
 * @param mayAsk - while it answers `false`, every request fails with `rpc/unreachable`.
 */
export function createEndpoint(url: string, timeoutMs: number = requestTimeoutMs, mayAsk?: () => boolean): Endpoint {
  const transport: RpcTransport = async <T>({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const method = methodOf(payload)
    if (mayAsk?.() === false) throw new TernError('rpc/unreachable', { method })
    const timeout = timeoutMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(timeoutMs)
    let answer: unknown
    try {
      answer = await post(url, method, payload, AbortSignal.any([signal, timeout].filter(one => one !== undefined)))
    } catch (cause) {
      signal?.throwIfAborted()
      throw timeout?.aborted ? new TernError('rpc/timedOut', { method, timeoutMs }, { cause }) : fault(method, cause)
    }
    return checkAnswer(method, answer) as T
  }
  return { transport, rpc: createSolanaRpc(transport) }
}

/** The method that a request asks for. */
export function methodOf(payload: unknown): string {
  return isRecord(payload) && typeof payload.method === 'string' ? payload.method : 'unknown'
}

/** Statuses of a node that cannot answer for the moment: bad gateway, unavailable, gateway timed out. */
const passing: readonly number[] = [502, 503, 504]

/** What the node answers, integers of any size exact. @throws TernError `rpc/tooManyRequests`, `rpc/badAnswer` for another status. */
async function post(url: string, method: string, payload: unknown, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' }
  const response = await fetch(url, { method: 'POST', headers, body: stringifyJson(payload), signal })
  const { status, statusText } = response
  if (status === 429)
    throw new TernError('rpc/tooManyRequests', { method, retryAfterMs: retryAfterMs(response.headers) })
  if (!response.ok)
    throw new TernError('rpc/badAnswer', {
      ...{ method, why: `HTTP ${status} ${statusText}`.trim(), statusText },
      ...(passing.includes(status) && {
        retryAfterMs: response.headers.has('retry-after') ? retryAfterMs(response.headers) : 0,
      }),
    })
  return parseJson(await response.text(), key => isNumberKey(method, key))
}

function fault(method: string, cause: unknown): TernError {
  if (isTernError(cause)) return cause
  if (cause instanceof SyntaxError) return new TernError('rpc/badAnswer', { method, why: 'no JSON' }, { cause })
  return new TernError('rpc/unreachable', { method }, { cause })
}

/** `Retry-After` in seconds, between 1 s and a minute; a date, or nothing, is 1 s. */
function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? '')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 60) * 1000 : 1000
}

function checkAnswer(method: string, answer: unknown): unknown {
  if (!isRecord(answer)) throw new TernError('rpc/badAnswer', { method, why: 'no JSON-RPC answer' })
  const { error } = answer
  if (isRecord(error))
    throw new TernError('rpc/refused', { method, code: Number(error.code ?? 0), message: String(error.message) })
  if (!('result' in answer)) throw new TernError('rpc/badAnswer', { method, why: 'neither result nor error' })
  return answer
}

/** The codes of JSON-RPC errors that say something about the node, not about the request: internal error, behind, no such slot yet. */
const nodeFaults: readonly number[] = [-32603, -32005, -32016]

/** Whether another node may answer what this one did not. */
export function isNodeFault(error: unknown): boolean {
  return (
    isTernError(error, 'rpc/timedOut') ||
    isTernError(error, 'rpc/tooManyRequests') ||
    isTernError(error, 'rpc/unreachable') ||
    isTernError(error, 'rpc/badAnswer') ||
    (isTernError(error, 'rpc/refused') && nodeFaults.includes(error.facts.code))
  )
}

/**
 * How long to wait at least before the same read is tried again.
 *
 * @returns milliseconds, or `undefined` if trying again would not help.
 */
export function retryDelayMs(error: unknown): number | undefined {
  if (isTernError(error, 'rpc/tooManyRequests') || isTernError(error, 'rpc/badAnswer')) return error.facts.retryAfterMs
  return isTernError(error, 'rpc/unreachable') ? 0 : undefined
}

import type { Rpc, RpcTransport, SolanaRpcApi } from '@solana/kit'
import { isTernError, TernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { isRecord } from './isRecord.ts'
import { parseJson } from './parseJson.ts'
import { createSolanaRpc, isNumberKey } from './solanaRpc.ts'

/** A JSON-RPC node. */
export interface Endpoint {
  readonly transport: RpcTransport
  readonly rpc: Rpc<SolanaRpcApi>
}

/** Default time for a node's whole answer. */
export const requestTimeoutMs = 5000

/**
 * Creates a client of a node that gives each fault a typed error. No error names the URL, because it may hold a key.
 *
 * - `rpc/timedOut`: no complete answer within `timeoutMs`.
 * - `rpc/tooManyRequests`, `rpc/unreachable`.
 * - `rpc/badAnswer`: another HTTP status, or a body that is not a JSON-RPC answer.
 * - `rpc/refused`: a JSON-RPC error.
 *
 * @param timeoutMs milliseconds. `Infinity`: as long as the connection lives.
 * @param mayAsk while it returns `false`, every request fails with `rpc/unreachable`.
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

/** Returns the method of a request. */
export function methodOf(payload: unknown): string {
  return isRecord(payload) && typeof payload.method === 'string' ? payload.method : 'unknown'
}

/** HTTP statuses of a temporary fault: bad gateway, service unavailable, gateway timeout. */
const passing: readonly number[] = [502, 503, 504]

/**
 * Posts a request. Keeps integers of any size exact.
 *
 * @throws TernError `rpc/tooManyRequests` for status 429, `rpc/badAnswer` for other error statuses.
 */
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

/**
 * Reads `Retry-After` in seconds, clamped to 1–60 s. A date or a missing header counts as 1 s.
 *
 * @returns milliseconds.
 */
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

/** JSON-RPC error codes that blame the node, not the request: internal error, node behind, slot not reached yet. */
const nodeFaults: readonly number[] = [-32603, -32005, -32016]

/** Checks if another node might answer the same request. */
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
 * Returns the min delay before the same read is retried.
 *
 * @returns milliseconds, or `undefined` if a retry would not help.
 */
export function retryDelayMs(error: unknown): number | undefined {
  if (isTernError(error, 'rpc/tooManyRequests') || isTernError(error, 'rpc/badAnswer')) return error.facts.retryAfterMs
  return isTernError(error, 'rpc/unreachable') ? 0 : undefined
}

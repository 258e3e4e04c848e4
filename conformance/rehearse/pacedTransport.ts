import {
  createDefaultRpcTransport,
  isSolanaError,
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'
import { isTernError, TernError } from '@tern/core'

export interface Pace {
  readonly requestsPerSecond: number
  readonly signal?: AbortSignal
  /** Milliseconds from any origin, never decreasing. */
  readonly now?: () => number
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

const requestTimeoutMs = 20_000
/** Max tries of a request. */
const maxTries = 7
/** Max tries until the node has answered for the first time. */
const triesAtFirst = 2
const firstPauseMs = 250
/** The factor by which a 429 slows the pace, and the slowest pace in milliseconds per request. */
const slower = 1.2
const slowestMs = 1000
/** Max pause in milliseconds, even if a node asks for more. */
const longestPauseMs = 60_000

/**
 * Sends a call per request, evenly spaced.
 * After a 429, all requests wait for the node's `Retry-After`, and the pace is slower from then on.
 * Failures of the node or the network are retried.
 *
 * @throws TernError `rpc/tooManyRequests`, `rpc/unreachable`, `rpc/timedOut`, `rpc/badAnswer`. Their texts leave out the URL.
 */
export function createPacedTransport(url: string, pace: Pace): RpcTransport {
  const { requestsPerSecond, now = () => performance.now(), wait = pause } = pace
  const http = createDefaultRpcTransport({ url })
  // Wider than necessary, because requests arrive less evenly than they leave.
  let spacingMs = Math.ceil(1000 / requestsPerSecond) + 15
  let nextAt = 0
  let hasAnswered = false

  async function turn(): Promise<void> {
    for (;;) {
      pace.signal?.throwIfAborted()
      const time = now()
      if (time >= nextAt) {
        nextAt = time + spacingMs
        return
      }
      await wait(nextAt - time, pace.signal)
    }
  }

  return async <T>({ payload }: Parameters<RpcTransport>[0]) => {
    const method = methodOf(payload)
    for (let tries = 1; ; tries++) {
      await turn()
      const timeout = AbortSignal.timeout(requestTimeoutMs)
      try {
        const answer = await http<T>({
          payload,
          signal: pace.signal ? AbortSignal.any([pace.signal, timeout]) : timeout,
        })
        hasAnswered = true
        if (!isLimit(answer)) return answer
        throw new TernError('rpc/tooManyRequests', { method, retryAfterMs: 1000 })
      } catch (cause) {
        pace.signal?.throwIfAborted()
        const fault = timeout.aborted
          ? new TernError('rpc/timedOut', { method, timeoutMs: requestTimeoutMs }, { cause })
          : faultOf(method, cause)
        hasAnswered ||= fault.code !== 'rpc/unreachable'
        if (fault.code === 'rpc/refused' || tries === (hasAnswered ? maxTries : triesAtFirst)) throw fault
        const isLimited = isTernError(fault, 'rpc/tooManyRequests')
        const asked = isLimited ? fault.facts.retryAfterMs : 0
        if (isLimited) spacingMs = Math.min(Math.ceil(spacingMs * slower), slowestMs)
        nextAt = Math.max(nextAt, now() + Math.max(asked, firstPauseMs * 2 ** (tries - 1)))
      }
    }
  }
}

function methodOf(payload: unknown): string {
  const { method } = Object(payload) as { method?: unknown }
  return typeof method === 'string' ? method : 'unknown'
}

/** Some nodes report the rate limit in the body. */
function isLimit(answer: unknown): boolean {
  const { error } = Object(answer) as { error?: { code?: unknown } }
  return error?.code !== undefined && [429, -32429].includes(Number(error.code))
}

function faultOf(method: string, cause: unknown): TernError {
  if (cause instanceof TernError) return cause
  if (isSolanaError(cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) {
    const { statusCode, message, headers } = cause.context
    if (statusCode === 429)
      return new TernError('rpc/tooManyRequests', { method, retryAfterMs: retryAfterMs(headers) }, { cause })
    const why = `HTTP ${statusCode} ${message}`.trim()
    return statusCode >= 500
      ? new TernError('rpc/badAnswer', { method, why }, { cause })
      : new TernError('rpc/refused', { method, code: statusCode, message: why }, { cause })
  }
  if (cause instanceof SyntaxError) return new TernError('rpc/badAnswer', { method, why: 'no JSON' }, { cause })
  return new TernError('rpc/unreachable', { method }, { cause })
}

/** `Retry-After` in seconds. A date or a missing header counts as 1 s. */
function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? '')
  return Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 1000, longestPauseMs)
}

/** Resolves after `ms` milliseconds, or rejects when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

import { isTernError, TernError } from '@tern/core'
import { errorAnswer } from '../http/answer.ts'
import { costOfBody, costOfBytes, delayRefusal, maxBodyBytes, readText } from '../http/body.ts'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import { assertPlainJson } from '../http/plainJson.ts'
import { type Call, parseJson, readCall, writeError } from './jsonRpc.ts'
import { costOf, type MethodRules, solAskedBy } from './methods.ts'
import type { Upstream } from './upstream.ts'

/** A larger body is refused unread. 50 transactions take less. */
const maxRpcBytes = 256 * 1024
/** Only a body with such a call may exceed the usual limit. */
const largeCalls = /"(?:send|simulate)Transaction"/
/** Max calls in a batch. */
const maxCalls = 50

export interface Gateway {
  readonly upstream: Upstream
  readonly rules: MethodRules
  readonly limit: ClientRateLimit
  /** Limits the practice SOL of each client, in SOL. */
  readonly faucet: ClientRateLimit
}

/**
 * Answers `POST /rpc`: a JSON-RPC call or a batch. Errors are JSON-RPC errors with status 200, like a node's.
 * The body's bytes are paid for before it is read. If its calls cost more in total, the difference is paid as well.
 */
export async function answerRpc(request: Request, client: string, gateway: Gateway): Promise<Response> {
  let paid = 0
  const takeUpTo = (cost: number) => {
    const due = cost - paid
    if (due <= 0) return 0
    const retryAfterSeconds = gateway.limit.take(client, due)
    if (retryAfterSeconds === 0) paid = cost
    return retryAfterSeconds
  }
  const bodyCost = costOfBody(request.headers, maxRpcBytes)
  let retryAfterSeconds = takeUpTo(Math.max(1, bodyCost))
  if (retryAfterSeconds > 0) {
    await delayRefusal(bodyCost)
    return tooMany(new TernError('http/tooManyRequests', { retryAfterSeconds }), null)
  }
  const text = await readText(request, maxRpcBytes)
  retryAfterSeconds = takeUpTo(costOfBytes(text.length))
  if (retryAfterSeconds > 0) return tooMany(new TernError('http/tooManyRequests', { retryAfterSeconds }), null)
  if (text.length > maxBodyBytes && !largeCalls.test(text))
    throw new TernError('http/bodyTooLarge', { maxBytes: maxBodyBytes })
  assertPlainJson(text)
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    return rpcAnswer('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}')
  }
  const entries = Array.isArray(body) ? body : [body]
  if (entries.length === 0 || entries.length > maxCalls)
    return rpcAnswer(writeError(null, new TernError('http/badRequest', { what: `a batch of 1 to ${maxCalls} calls` })))
  const calls = entries.map(readCall)
  const cost = calls.reduce((sum, call) => sum + costOf(call?.method ?? ''), 0)
  const sol = calls.reduce((sum, call) => sum + (call === undefined ? 0 : solAskedBy(call)), 0)
  retryAfterSeconds = takeUpTo(cost) || (sol > 0 ? gateway.faucet.take(client, sol) : 0)
  if (retryAfterSeconds > 0) return tooMany(new TernError('http/tooManyRequests', { retryAfterSeconds }), calls[0]?.id)
  if (!Array.isArray(body)) {
    const answer = await answerCall(calls[0], gateway, request.signal)
    return answer instanceof TernError ? tooMany(answer, calls[0]?.id) : rpcAnswer(answer)
  }
  const answers = await Promise.all(
    calls.map(async call => {
      const answer = await answerCall(call, gateway, request.signal)
      return answer instanceof TernError ? writeError(call?.id, answer) : answer
    }),
  )
  return rpcAnswer(`[${answers.join(',')}]`)
}

/** Returns the answer as JSON, or an error if the node is rate-limited. */
async function answerCall(
  call: Call | undefined,
  { rules, upstream }: Gateway,
  signal: AbortSignal,
): Promise<string | TernError> {
  if (call === undefined) return writeError(null, new TernError('http/badRequest', { what: 'not a JSON-RPC call' }))
  if (!rules.calls.has(call.method))
    return writeError(call.id, new TernError('gateway/methodNotFound', { method: call.method }))
  try {
    return await upstream.ask(call, signal)
  } catch (error) {
    if (!isTernError(error)) throw error
    return isTernError(error, 'http/tooManyRequests') ? error : writeError(call.id, error)
  }
}

/**
 * Answers with status 429 and `Retry-After`, because clients wait by themselves then. The body is JSON-RPC as usual.
 */
function tooMany(error: TernError, id: Call['id']): Response {
  const { status, headers } = errorAnswer(error)
  return new Response(writeError(id, error), { status, headers })
}

function rpcAnswer(text: string): Response {
  return new Response(text, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

import { isTernError, TernError } from '@tern/core'
import { type Call, writeCall } from './jsonRpc.ts'

/** The node behind the gateway. Its address may contain a key, so no answer or error shows it. */
export interface Upstream {
  /** Returns the node's answer to the call, as JSON text. @throws TernError `gateway/*`, `http/tooManyRequests`. */
  ask(call: Call, signal?: AbortSignal): Promise<string>
  /** `undefined`: subscriptions are not available now. */
  readonly subscriptionsUrl: string | undefined
}

const timeoutMs = 20_000
/** A hundred accounts of 10 MB would exceed it, but no page reads as much. */
const maxAnswerBytes = 32 * 1024 * 1024

/** Creates an upstream. @param limitMs time limit for the node's answer. `Infinity`: no limit. */
export function createUpstream(
  rpcUrl: string,
  subscriptionsUrl = webSocketUrl(rpcUrl),
  limitMs: number = timeoutMs,
): Upstream {
  const secrets = [...secretsOf(rpcUrl), ...secretsOf(subscriptionsUrl)]
  return {
    subscriptionsUrl,
    async ask(call, signal) {
      const { method } = call
      const limits = [signal, limitMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(limitMs)]
      try {
        const response = await fetch(rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: writeCall(call),
          signal: AbortSignal.any(limits.filter(limit => limit !== undefined)),
          redirect: 'error',
        })
        if (response.status === 429) {
          await response.body?.cancel()
          const retryAfterSeconds = Math.min(60, Math.max(1, Number(response.headers.get('retry-after')) || 1))
          throw new TernError('http/tooManyRequests', { retryAfterSeconds })
        }
        const text = await readAnswer(response, method)
        return hide(text, secrets)
      } catch (error) {
        if (isTernError(error)) throw error
        throw new TernError('gateway/unreachable', { method })
      }
    },
  }
}

/**
 * Derives a node's WebSocket address from its HTTP address. Public providers use the same address with another scheme.
 */
export function webSocketUrl(rpcUrl: string): string {
  return rpcUrl.replace(/^http/i, 'ws')
}

async function readAnswer(response: Response, method: string): Promise<string> {
  const refuse = (why: string) => new TernError('gateway/answer', { method, why })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) throw refuse('it is too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw refuse(response.ok ? 'it is not JSON' : `status ${response.status}`)
  }
  if (typeof answer !== 'object' || answer === null || !('result' in answer || 'error' in answer))
    throw refuse(response.ok ? 'it is no JSON-RPC answer' : `status ${response.status}`)
  return text
}

/** Returns the parts of an address that could be a key: values of its query, and long parts of its path. */
function secretsOf(url: string): readonly string[] {
  const { searchParams, pathname } = new URL(url)
  const parts = [...searchParams.values(), ...pathname.split('/').filter(part => part.length >= 12)]
  return parts.filter(part => part.length >= 6)
}

function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, 'hidden'), text)
}

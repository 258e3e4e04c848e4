import { isTernError } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import { type Call, writeCall } from './jsonRpc.ts'

/** The node behind the gateway. Its address may carry a key: nothing that leaves here shows it. */
export interface Upstream {
  /** The node's answer to the call, as JSON text. @throws TernError `gateway/*`, `http/tooManyRequests`. */
  ask(call: Call, signal?: AbortSignal): Promise<string>
  /** `undefined`: it cannot be listened to now. */
  readonly subscriptionsUrl: string | undefined
}

const timeoutMs = 20_000
/** A hundred accounts of 10 MB would pass it; nothing that a page reads does. */
const mostAnswerBytes = 32 * 1024 * 1024

/** @param limitMs - how long the node has for an answer; `Infinity`: as long as the connection lives. */
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

/** A node's WebSocket address, by the convention of public providers: the same but for the scheme. */
export function webSocketUrl(rpcUrl: string): string {
  return rpcUrl.replace(/^http/i, 'ws')
}

async function readAnswer(response: Response, method: string): Promise<string> {
  const refuse = (why: string) => new TernError('gateway/answer', { method, why })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostAnswerBytes) throw refuse('it is too large')
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

/** What of an address could be a key: the values of its query, and the long parts of its path. */
function secretsOf(url: string): readonly string[] {
  const { searchParams, pathname } = new URL(url)
  const parts = [...searchParams.values(), ...pathname.split('/').filter(part => part.length >= 12)]
  return parts.filter(part => part.length >= 6)
}

function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, 'hidden'), text)
}

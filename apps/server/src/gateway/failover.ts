import { isTernError } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import type { Upstream } from './upstream.ts'

/** How long a node that failed is asked last. */
const restMs = 5_000
/** How long one is waited for while another could be asked. */
const patienceMs = 5_000

/** What JSON-RPC answers say of the node and not of the call: internal error, behind, no such slot yet. */
const nodeFaults: readonly unknown[] = [-32603, -32005, -32016]
/** An answer that is longer is no refusal. */
const mostRefusalChars = 4_096

/**
 * The nodes as one: the first that answers, in the order that `inOrder` gives of their places. One that failed rests, for as long
 * as it asks, and is then asked only when all others fail too.
 */
export function firstToAnswer(
  nodes: readonly Upstream[],
  inOrder: () => readonly number[],
  now: () => number = () => performance.now(),
): Upstream {
  const restsUntil = new Map<number, number>()
  const inTurn = () => {
    const time = now()
    const rest = (node: number) => Math.max((restsUntil.get(node) ?? 0) - time, 0)
    return inOrder().toSorted((a, b) => rest(a) - rest(b))
  }
  return {
    get subscriptionsUrl() {
      return inTurn()
        .map(node => nodes[node]?.subscriptionsUrl)
        .find(url => url !== undefined)
    },
    async ask(call, signal) {
      let last: string | TernError = new TernError('gateway/unreachable', { method: call.method })
      const turn = inTurn()
      for (const [i, node] of turn.entries()) {
        const patience = i + 1 < turn.length ? [AbortSignal.timeout(patienceMs)] : []
        const limit = [...(signal === undefined ? [] : [signal]), ...patience]
        try {
          const answer = await nodes[node]?.ask(call, limit.length === 0 ? undefined : AbortSignal.any(limit))
          if (answer === undefined) continue
          if (!isOfTheNode(answer)) return answer
          last = answer
        } catch (error) {
          if (!isTernError(error) || signal?.aborted) throw error
          const isLimited = isTernError(error, 'http/tooManyRequests')
          restsUntil.set(node, now() + (isLimited ? error.facts.retryAfterSeconds * 1_000 : restMs))
          last = error
        }
      }
      if (typeof last === 'string') return last
      throw last
    },
  }
}

/** Whether another node may answer what this one refused. */
function isOfTheNode(answer: string): boolean {
  if (answer.length > mostRefusalChars || !answer.includes('"error"')) return false
  return nodeFaults.includes((JSON.parse(answer) as { error?: { code?: unknown } }).error?.code)
}

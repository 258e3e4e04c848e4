import { isTernError, TernError } from '@tern/core'
import type { Upstream } from './upstream.ts'

/** How long a failed node is tried last, in milliseconds. */
const restMs = 5_000
/** Max wait for a node while another node is left to try, in milliseconds. */
const patienceMs = 5_000

/** JSON-RPC errors about the node instead of the call: internal error, behind, slot not available yet. */
const nodeFaults: readonly unknown[] = [-32603, -32005, -32016]
/** A longer answer is not an error. */
const maxRefusalChars = 4_096

/**
 * Combines several nodes into one upstream. It tries the nodes in the order of `inOrder`, which returns indices, and
 * uses the first answer.
 * A failed node rests, as long as its `Retry-After` says or 5 s. A resting node is tried only after all others.
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

/** Checks if another node may answer a call that this node refused. */
function isOfTheNode(answer: string): boolean {
  if (answer.length > maxRefusalChars || !answer.includes('"error"')) return false
  return nodeFaults.includes((JSON.parse(answer) as { error?: { code?: unknown } }).error?.code)
}

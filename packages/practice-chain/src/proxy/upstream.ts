import { stringifyJson } from '@tern/core/internal'
import { type Answer, type CallError, field, parseJson } from './call.ts'
import type { Ask } from './laggingView.ts'

/** The node behind the proxy. */
export interface Upstream {
  readonly ask: Ask
  /** Resolves when the node is `slots` further; at once if the node does not answer. */
  slotsLater(slots: number): Promise<void>
  close(): void
}

/** Milliseconds between two polls of the node's slot. */
const pollMs = 40

export function createUpstream(url: string): Upstream {
  const closing = new AbortController()
  let polled: Promise<number> | undefined

  const ask: Ask = async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson({ jsonrpc: '2.0', id: 1, method, params }),
      signal: closing.signal,
    })
    return answerIn(await response.text(), response.status)
  }

  /** All waiting callers share a single poll. */
  const slot = (): Promise<number> => {
    polled ??= ask('getSlot', [{ commitment: 'processed' }])
      .then(answer => Number(field(answer, 'result')))
      .finally(() => {
        polled = undefined
      })
    return polled
  }

  return {
    ask,
    async slotsLater(slots) {
      const reached = (await slot()) + slots
      while (!closing.signal.aborted) {
        const now = await slot()
        if (!(now < reached)) return
        await new Promise(resolve => setTimeout(resolve, pollMs))
      }
    },
    close: () => closing.abort(),
  }
}

/** Passes the node's own error on. An answer that is not JSON becomes a JSON-RPC error. */
function answerIn(body: string, status: number): Answer {
  let answer: unknown
  try {
    answer = parseJson(body)
  } catch {
    return { error: { code: -32603, message: `The node answered HTTP ${status}` } }
  }
  const error = field(answer, 'error')
  if (error !== undefined && error !== null) return { error: error as CallError }
  return { result: field(answer, 'result') ?? null }
}

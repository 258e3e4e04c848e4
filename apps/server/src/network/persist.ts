import { pause } from '@tern/chain/internal'
import { isTernError } from '@tern/core'

const pauseMs = { first: 100, longest: 5_000 }

/**
 * Reads from a node, and retries until the node answers.
 *
 * @param signal ends the retries.
 * @throws any error that is not the node's fault. Once `signal` aborts, the node's last error.
 */
export async function persist<Answer>(read: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let wait = pauseMs.first; ; wait = Math.min(2 * wait, pauseMs.longest)) {
    try {
      return await read()
    } catch (error) {
      if (!isUnanswered(error) || signal.aborted) throw error
      await pause(wait, signal)
    }
  }
}

const isUnanswered = (error: unknown): boolean =>
  isTernError(error, 'rpc/timedOut') ||
  isTernError(error, 'rpc/unreachable') ||
  isTernError(error, 'rpc/badAnswer') ||
  isTernError(error, 'gateway/unreachable') ||
  isTernError(error, 'config/upstream')

import { isTernError } from '@tern/core'
import { pause } from '../indexer/pause.ts'

const pauseMs = { first: 100, longest: 5_000 }

/**
 * Reads from a node, and reads again whenever the node did not answer.
 *
 * @param signal - ends the waiting.
 * @returns the answer.
 * @throws whatever is no fault of the node; the node's last fault, once `signal` aborts.
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

import type { RpcTransport } from '@solana/kit'
import { methodOf, retryDelayMs } from './endpoint.ts'
import { pause } from './pause.ts'

/** Max total wait for the retries of a read. */
const patienceMs = 5000
const firstPauseMs = 250

/** Senders have their own retries. A second retry here would go uncounted. */
const sends: readonly string[] = ['sendTransaction', 'requestAirdrop']

const unaborted = new AbortController().signal

/**
 * Retries reads after a temporary fault: 429, 502, 503, 504, or a broken connection.
 * Waits 250 ms, then twice as long each time, or as long as `Retry-After` says. Gives up after 5 s of waiting.
 * Never repeats `sendTransaction` and `requestAirdrop`.
 *
 * @throws the last fault.
 */
export function createPatientTransport(
  transport: RpcTransport,
  rest: typeof pause = pause,
  random: () => number = Math.random,
): RpcTransport {
  return async <T>(config: Parameters<RpcTransport>[0]) => {
    const signal = config.signal ?? unaborted
    for (let waitedMs = 0, pauseMs = firstPauseMs; ; pauseMs *= 2) {
      try {
        return await transport<T>(config)
      } catch (error) {
        const delayMs = sends.includes(methodOf(config.payload)) ? undefined : retryDelayMs(error)
        if (delayMs === undefined) throw error
        // Spread the retries of pages that failed at the same moment.
        const waitMs = Math.max(delayMs, pauseMs) * (1 + random() / 4)
        if (waitedMs + waitMs > patienceMs) throw error
        waitedMs += waitMs
        await rest(waitMs, signal)
        signal.throwIfAborted()
      }
    }
  }
}

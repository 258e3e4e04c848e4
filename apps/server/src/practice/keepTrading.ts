import { pause } from '@tern/chain/internal'

const pauseMs = { first: 1_000, longest: 60_000 }

interface Options {
  readonly onFault: (error: unknown) => void
  /** Waits between two attempts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Starts the makers in the background, and retries after each failure. Until then, the server runs without makers.
 *
 * @param start resolves to a function that ends the makers.
 * @returns ends the makers, even while they start.
 */
export function keepTrading(
  start: (signal: AbortSignal) => Promise<() => Promise<void>>,
  { onFault, wait = pause }: Options,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function startUntilItWorks(): Promise<(() => Promise<void>) | undefined> {
    for (let ms = pauseMs.first; !signal.aborted; ms = Math.min(2 * ms, pauseMs.longest)) {
      try {
        return await start(signal)
      } catch (error) {
        if (!signal.aborted) onFault(error)
        await wait(ms, signal)
      }
    }
    return undefined
  }

  const started = startUntilItWorks()
  return async () => {
    stopping.abort()
    await (await started)?.()
  }
}

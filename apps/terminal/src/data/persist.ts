const firstWaitMs = 2_000
const maxWaitMs = 60_000

/** Runs a task until it succeeds, with waits that double from 2 s to a minute. */
export async function persist<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs))
    try {
      return await run()
    } catch {
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
}

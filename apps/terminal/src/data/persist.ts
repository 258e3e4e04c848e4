const firstWaitMs = 2_000
const longestWaitMs = 60_000

/** Does it again, less and less often, until it does not fail. */
export async function persist<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs))
    try {
      return await run()
    } catch {
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
}

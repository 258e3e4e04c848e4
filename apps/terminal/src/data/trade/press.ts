/** The page's clock, in milliseconds, when the press began that the page is handling; `Infinity` while nobody watches. */
let beganAtMs = Number.POSITIVE_INFINITY
/** Tokens of which a press that spends money has not ended: it lasts until its trade has. */
const underWay = new Set<string>()
/** The page's clock, in milliseconds, when a token's last press ended. */
const endedAtMs = new Map<string, number>()

/**
 * Notes when each press begins, before any handler of the page runs.
 * A click of a pointer began when its button went down. A click without a pointer begins with itself.
 *
 * @returns stops watching.
 */
export function watchPresses(page: Pick<EventTarget, 'addEventListener'> = document): () => void {
  const watching = new AbortController()
  let downAtMs: number | undefined
  const listen = (type: string, hear: (event: Event) => void) =>
    page.addEventListener(type, hear, { capture: true, signal: watching.signal })
  listen('pointerdown', ({ timeStamp }) => {
    downAtMs = timeStamp
  })
  listen('keydown', event => {
    if (!(event as KeyboardEvent).repeat) beganAtMs = event.timeStamp
  })
  listen('click', event => {
    const isByPointer = (event as MouseEvent).detail > 0
    beganAtMs = isByPointer && downAtMs !== undefined ? downAtMs : event.timeStamp
  })
  return () => {
    watching.abort()
    beganAtMs = Number.POSITIVE_INFINITY
  }
}

/**
 * Runs a trade of one token for the press that the page is handling, unless the press belongs to an earlier one of the token:
 * the earlier press has not ended, or it ended after this one began. Call it in the event's handler, before anything is awaited.
 *
 * @returns what `run` returns; `undefined` if it did not run.
 */
export async function pressOnce<T>(mint: string, run: () => Promise<T>): Promise<T | undefined> {
  if (underWay.has(mint) || beganAtMs < (endedAtMs.get(mint) ?? 0)) return undefined
  underWay.add(mint)
  try {
    return await run()
  } finally {
    underWay.delete(mint)
    endedAtMs.set(mint, performance.now())
  }
}

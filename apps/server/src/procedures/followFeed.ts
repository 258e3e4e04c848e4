import type { Feed } from '../data/emitter.ts'

/**
 * Yields the events of a feed, beginning with the latest if the feed keeps one, until `signal` aborts.
 * A slow reader receives only the newest event.
 */
export async function* followFeed<Event>(feed: Feed<Event>, signal: AbortSignal): AsyncGenerator<Event> {
  let newest = feed.latest
  let wake = () => {}
  const stop = feed.listen(event => {
    newest = event
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      const event = newest
      newest = undefined
      if (event !== undefined) yield event
      else {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    }
  } finally {
    stop()
    signal.removeEventListener('abort', onAbort)
  }
}

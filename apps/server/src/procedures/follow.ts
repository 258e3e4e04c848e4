import type { Feed } from './procedure.ts'

/**
 * The events of a feed as an endless sequence, beginning with the latest where the feed has one, until `signal` aborts.
 * A reader too slow for them gets the newest only.
 */
export async function* follow<Event>(feed: Feed<Event>, signal: AbortSignal): AsyncGenerator<Event> {
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

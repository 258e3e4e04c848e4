import type { Feed } from './procedure.ts'

/**
 * The events of a feed as an endless sequence, beginning with the latest where the feed has one, until `signal` aborts.
 * A reader too slow for them loses the oldest: at most `keep` wait.
 */
export async function* follow<Event>(feed: Feed<Event>, signal: AbortSignal, keep: number): AsyncGenerator<Event> {
  const waiting: Event[] = feed.latest === undefined ? [] : [feed.latest]
  let wake = () => {}
  const stop = feed.listen(event => {
    waiting.push(event)
    if (waiting.length > keep) waiting.shift()
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      const event = waiting.shift()
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

import { pageLocks } from '../pageLocks.ts'
import { createBrowserStream } from './browserStream.ts'
import { openLine } from './line.ts'

/** This page's end of the stream that all tabs of the browser share. */
export const pageStream = createBrowserStream({
  channel: new BroadcastChannel('tern-stream'),
  locks: pageLocks,
  openLine: events => openLine(`${location.origin.replace(/^http/, 'ws')}/api/stream`, events),
  isVisible: () => document.visibilityState === 'visible',
})

document.addEventListener('visibilitychange', pageStream.turn)
document.addEventListener('resume', pageStream.wake)
window.addEventListener('pageshow', event => event.persisted && pageStream.wake())
window.addEventListener('online', pageStream.retry)
window.addEventListener('offline', pageStream.doubt)

import type { SignerConnection } from '@tern/custody'
import workerUrl from '@tern/custody/worker?worker&url'
import { isSignerShared } from './isSignerShared.ts'
import { trustedScriptUrl } from './trustedScriptUrl.ts'

/** A signer that was started, or joined. */
export interface Signer extends SignerConnection {
  /** After everybody listens: nothing that it says is lost. */
  start(): void
}

const options = { type: 'module', name: 'signer' } as const

/** Joins the signer, which is started when it is first needed. */
export function joinSigner(): Signer {
  const url = trustedScriptUrl(workerUrl)
  return isSignerShared ? sharedWorker(url) : ownWorker(url)
}

const ownWorker = (url: string): Signer => Object.assign(new Worker(url, options), { start: () => undefined })

/** A port says nothing when the other side is gone: that the worker lives is told by the lock that it holds. */
function sharedWorker(url: string): Signer {
  const worker = new SharedWorker(url, options)
  const { port } = worker
  let isWatched = false
  port.addEventListener('message', ({ data }: MessageEvent<{ readonly life?: string }>) => {
    if (isWatched || data.life === undefined) return
    isWatched = true
    void navigator.locks.request(data.life, { mode: 'shared' }, () => worker.dispatchEvent(new Event('error')))
  })
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port.addEventListener(type, listener)
      else worker.addEventListener(type, listener as (event: Event) => void)
    },
    start: () => port.start(),
  }
}

import type { SignerConnection } from '@tern/custody'
import workerUrl from '@tern/custody/worker?worker&url'
import { pageLocks } from '@tern/terminal/pageLocks'
import { isSignerShared } from './isSignerShared.ts'
import { borrowSigner } from './lendSigner.ts'
import { trustedScriptUrl } from './trustedScriptUrl.ts'

/** A signer that was started, or joined. */
export interface Signer extends SignerConnection {
  /** After everybody listens: nothing that it says is lost. */
  start(): void
  /** Has a worker of this page alone serve another page of the vault too; a shared one serves whoever joins it. */
  readonly admit?: (port: MessagePort) => void
}

const options = { type: 'module', name: 'signer' } as const

/** Joins the signer, which is started when it is first needed. `request`: the one that this window shows the form of. */
export function joinSigner(request?: string): Signer {
  const url = trustedScriptUrl(workerUrl)
  if (isSignerShared) return sharedWorker(url)
  return request === undefined ? ownWorker(url) : borrowSigner(request)
}

function ownWorker(url: string): Signer {
  const worker = new Worker(url, options)
  return Object.assign(worker, {
    start: () => undefined,
    admit: (admitted: MessagePort) => worker.postMessage({ admitted }, [admitted]),
  })
}

/** A port says nothing when the other side is gone: that the worker lives is told by the lock that it holds. */
function sharedWorker(url: string): Signer {
  const worker = new SharedWorker(url, options)
  const { port } = worker
  let isWatched = false
  port.addEventListener('message', ({ data }: MessageEvent<{ readonly life?: string }>) => {
    if (isWatched || data.life === undefined) return
    isWatched = true
    void pageLocks.request(data.life, { mode: 'shared' }, () => worker.dispatchEvent(new Event('error')))
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

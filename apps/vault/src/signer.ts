import type { SignerConnection } from '@tern/custody'
import workerUrl from '@tern/custody/worker?worker&url'
import { pageLocks } from '@tern/terminal/pageLocks'
import { isSignerShared } from './isSignerShared.ts'
import { borrowSigner } from './lendSigner.ts'
import type { PageAccounts } from './pageAccounts.ts'
import { trustedScriptUrl } from './trustedScriptUrl.ts'

/** A connection to the signer. */
export interface Signer extends SignerConnection {
  /** Starts delivery. Call it after all listeners are added, so that no message is lost. */
  start(): void
  /** Makes this page's own worker serve another page of the vault. A shared worker does not need it. */
  readonly admit?: (port: MessagePort) => void
}

/** TypeScript does not know `extendedLifetime` yet: the browser keeps the worker over a reload. Others ignore it. */
const options: WorkerOptions & { readonly extendedLifetime: true } = { type: 'module', extendedLifetime: true }

/**
 * Joins the signer; the first page starts it. `request`: in a window, the id of the request that it answers.
 * A signer accepts its accounts only once. So a page with other accounts from the server joins another signer.
 */
export function joinSigner({ payees, tipAccounts }: PageAccounts, request?: string): Signer {
  const url = trustedScriptUrl(workerUrl)
  if (isSignerShared) return sharedWorker(url, `signer ${payees};${tipAccounts}`)
  return request === undefined ? ownWorker(url) : borrowSigner(request)
}

function ownWorker(url: string): Signer {
  const worker = new Worker(url, options)
  return Object.assign(worker, {
    start: () => undefined,
    admit: (admitted: MessagePort) => worker.postMessage({ admitted }, [admitted]),
  })
}

/**
 * A port reports nothing when the worker ends, so this page waits for the Web Lock that the worker holds while it lives.
 */
function sharedWorker(url: string, name: string): Signer {
  const worker = new SharedWorker(url, { ...options, name })
  const { port } = worker
  let isWatched = false
  port.addEventListener('message', ({ data }: MessageEvent<{ readonly life?: string }>) => {
    if (isWatched || data.life === undefined) return
    isWatched = true
    void pageLocks.request(data.life, { mode: 'shared' }, () => worker.dispatchEvent(new Event('error')))
  })
  /** Holds a Web Lock until the page goes, and reports its name. The browser frees it if the page crashes. */
  function hold(): void {
    const page = crypto.randomUUID()
    void pageLocks.request(page, () => {
      port.postMessage({ page })
      return new Promise(leave => addEventListener('pagehide', leave, { once: true }))
    })
  }
  hold()
  // The browser may keep a page for going back. The page then holds no lock, so it takes a new lock when it returns.
  addEventListener('pageshow', hold)
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port.addEventListener(type, listener)
      else worker.addEventListener(type, listener as (event: Event) => void)
    },
    start: () => port.start(),
  }
}

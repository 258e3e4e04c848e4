import { type Bundle, connectKeys } from '@tern/custody/internal'
import { createWallets, type Wallets } from '@tern/vault/wallets'
import { vi } from 'vitest'
import type { BundleServer } from '../apps/server/test/bundleServer.ts'
import { cheapSigner } from '../packages/custody/test/cheapSigner.ts'

const open: MessagePort[] = []

/** Closes the message ports that the tabs have opened. */
export function closeTabs(): void {
  for (const port of open.splice(0)) port.close()
}

/** A fake browser with the state that its tabs share. Its globals belong to the tab that was opened last. */
export class Browser {
  readonly server: BundleServer
  cookie = ''
  readonly kept = new Map<string, string>()
  readonly tabs: { onStorage(key: string): void; onBroadcast(data: unknown): void; comeBack(): void }[] = []
  readonly signer = cheapSigner('life')
  copy: Bundle | undefined
  lastLock: Promise<unknown> = Promise.resolve()
  /** The fate of a request. `lost`: the server takes the request, but the answer does not arrive. */
  fate: (method: string) => 'answered' | 'lost' | 'offline' = () => 'answered'

  constructor(server: BundleServer) {
    this.server = server
  }

  fetch = async (url: string, { method = 'GET', headers: given, body }: RequestInit = {}): Promise<Response> => {
    const fate = this.fate(method)
    if (fate === 'offline') throw new TypeError('Failed to fetch')
    if (url.endsWith('/api/session') && method === 'POST') return new Response(null, { status: 204 })
    const headers = new Headers(given)
    if (this.cookie !== '') headers.set('cookie', this.cookie)
    const response = await this.server.answer(method, url, headers, body as string | null)
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    const set = response.headers.get('set-cookie')
    if (set !== null) this.cookie = set.split(';')[0] ?? ''
    return response
  }

  /** Opens a tab. Unless `isShared` is false, it uses the signer that all tabs share. */
  tab({ isShared = true } = {}): Wallets {
    const browser = this
    const listeners: { readonly type: string; readonly call: (event: object) => void }[] = []
    const dispatch = (type: string, event: object) => {
      for (const listener of listeners) if (listener.type === type) listener.call(event)
    }
    const tab = {
      onStorage: (key: string) => dispatch('storage', { key }),
      /** Returns from the browser's memory, where the tab received nothing. */
      comeBack: () => dispatch('pageshow', { persisted: true }),
      onBroadcast: (_: unknown) => {},
    }
    browser.tabs.push(tab)
    const { host } = browser.server
    vi.stubGlobal('location', { host, origin: `http://${host}` })
    vi.stubGlobal('fetch', browser.fetch)
    vi.stubGlobal('navigator', {
      locks: {
        request(_: string, work: () => Promise<unknown>) {
          const done = browser.lastLock.then(work)
          browser.lastLock = done.catch(() => undefined)
          return done
        },
      },
    })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => browser.kept.get(key) ?? null,
      removeItem: (key: string) => void browser.kept.delete(key),
      setItem(key: string, value: string) {
        browser.kept.set(key, value)
        // The writing tab gets the event, too. A real browser sends it to the other tabs only, but the event changes nothing here.
        for (const other of browser.tabs) queueMicrotask(() => other.onStorage(key))
      },
    })
    vi.stubGlobal('addEventListener', (type: string, call: (event: object) => void) => {
      listeners.push({ type, call })
    })
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        addEventListener = (_: string, listener: (event: { data: unknown }) => void) => {
          tab.onBroadcast = data => listener({ data })
        }
        postMessage = (data: unknown) => {
          for (const other of browser.tabs) if (other !== tab) other.onBroadcast(data)
        }
      },
    )
    const signer = isShared ? browser.signer : cheapSigner()
    const joinKeys = async () => {
      const { port1, port2 } = new MessageChannel()
      open.push(port1, port2)
      signer.connect(port2)
      port2.start()
      const connection = Object.assign(port1, { start: () => MessagePort.prototype.start.call(port1) }) as never
      return { keys: connectKeys(connection), connection }
    }
    const copies = {
      read: async () => browser.copy,
      async write(bundle: Bundle) {
        browser.copy = bundle
      },
      async remove() {
        browser.copy = undefined
      },
    }
    return createWallets(`http://tern.localhost:8787`, { payees: [], tipAccounts: [] } as never, {
      joinKeys,
      isSignerShared: isShared,
      copies,
    })
  }

  get session(): string {
    return this.server.sessionIn(this.cookie)
  }
}

import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionOf } from '../src/bundles/browserSession.ts'
import { getBundle, postBundle, putBundle, signOutOthers } from '../src/bundles/bundleRoute.ts'
import { type BundleStore, openBundleStore } from '../src/bundles/bundleStore.ts'
import { openDatabase } from '../src/database/database.ts'
import { bundles } from '../src/database/schema.ts'
import { errorAnswer } from '../src/http/answer.ts'
import { siteOf } from '../src/http/site.ts'

const routes = { GET: getBundle, PUT: putBundle, POST: postBundle, DELETE: signOutOthers } as const
const limits = { client: 'x', writes: { take: () => 0 }, newSessions: { take: () => 0 } }

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-bundle-server-'))

/** The server's bundle routes over its own store, without a socket. */
export interface BundleServer {
  readonly host: string
  readonly store: BundleStore
  /** Returns the lines of its journal, one for each entry. */
  journal(): readonly string[]
  answer(method: string, path: string, headers: Headers, body?: string | null): Promise<Response>
  /** Returns the store's session hash of a cookie. */
  sessionIn(cookie: string): string
  /** Restarts without its database and, unless `keepsJournal`, without its journal. */
  restart(options?: { readonly keepsJournal?: boolean }): Promise<void>
  close(): Promise<void>
}

/** @param host host name of the vault's page. */
export async function openBundleServer(host: string): Promise<BundleServer> {
  const site = siteOf(host, { publicHost: undefined })
  const database = await openDatabase(temporary())
  let directory = temporary()
  let store = await openBundleStore(database, directory)
  return {
    host,
    get store() {
      return store
    },
    journal: () => readFileSync(join(directory, 'bundles.jsonl'), 'utf8').trim().split('\n'),
    async answer(method, path, headers, body) {
      const request = new Request(`http://${host}${path}`, { method, headers, ...(body && { body }) })
      return routes[method as keyof typeof routes](request, { site, store, ...limits }).catch(errorAnswer)
    },
    sessionIn: cookie => sessionOf(new Headers({ cookie }), site)?.hash ?? '',
    async restart({ keepsJournal = false } = {}) {
      await store.close()
      await database.query.delete(bundles)
      if (!keepsJournal) directory = temporary()
      store = await openBundleStore(database, directory)
    },
    async close() {
      await store.close()
      await database.close()
    },
  }
}

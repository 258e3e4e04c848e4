import { type Bundle, parseBundle } from '@tern/custody'
import { browserStore } from './browserStore.ts'

/** A copy of the encrypted bundle in this browser, for when the server's is gone or junk. */
export interface Copies {
  /** Never rejects: `undefined` when there is none, or it cannot be read. */
  read(): Promise<Bundle | undefined>
  /** Never rejects: where storage is full or forbidden there is no copy. */
  write(bundle: Bundle): Promise<void>
  remove(): Promise<void>
}

const name = 'tern-wallet-copy'
const store = 'bundle'

const withStore = browserStore(name, store)

export const browserCopies: Copies = {
  read: () =>
    withStore('readonly', kept => kept.get(store))
      .then(parseBundle)
      .catch(() => undefined),
  async write(bundle) {
    await withStore('readwrite', kept => kept.put(bundle, store)).catch(() => undefined)
  },
  async remove() {
    await withStore('readwrite', kept => kept.delete(store)).catch(() => undefined)
  },
}

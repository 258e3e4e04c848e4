import { type Bundle, parseBundle } from '@tern/custody/internal'
import { browserStore } from './browserStore.ts'

/** A copy of the encrypted bundle in this browser, in case the server's copy is missing or unusable. */
export interface Copies {
  /** Returns `undefined` if there is no readable copy. Never rejects. */
  read(): Promise<Bundle | undefined>
  /** Writes the copy, unless storage is full or forbidden. Never rejects. */
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

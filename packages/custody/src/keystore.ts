import { type Address, TernError } from '@tern/core'
import { type Bundle, parseBundle } from './bundle.ts'
import { checkMessage } from './firewall.ts'
import { createBundle, deriveKek, type KekOf, openBundle } from './keyTree.ts'
import type { Answer, Ask } from './requests.ts'

/** Holds the open wallets; lives in the worker, knows nothing of it. Calls must not overlap. */
export interface Keystore {
  /** Where trades may pay their fee; can be said once, before any wallet is open. */
  payees(ask: Ask<'payees'>): Answer<'payees'>
  /** Makes a wallet in a new bundle and opens it. Zero-fills the passphrase. */
  create(ask: Ask<'create'>): Promise<Answer<'create'>>
  /** Opens every wallet of a bundle; what was open before is forgotten, even when this fails. Zero-fills the passphrase. */
  unlock(ask: Ask<'unlock'>): Promise<Answer<'unlock'>>
  /** Forgets every key. */
  lock(): Answer<'lock'>
  /** @throws TernError `wallet/locked`, `wallet/refusedToSign` when the firewall refuses one of the messages. */
  sign(ask: Ask<'sign'>): Promise<Answer<'sign'>>
}

export function createKeystore(): Keystore {
  let keys: ReadonlyMap<Address, CryptoKey> = new Map()
  let payees: readonly Address[] | undefined

  async function open(bundle: Bundle, kekOf: KekOf): Promise<readonly Address[]> {
    const wallets = await openBundle(bundle, kekOf)
    keys = new Map(wallets.map(({ address, key }) => [address, key]))
    return [...keys.keys()]
  }

  return {
    payees(ask) {
      if (payees) throw new TernError('wallet/requestMalformed', { at: 'payees' })
      payees = ask.payees
      return null
    },
    async create({ passphrase, suborgId, label, createdAt }) {
      keys = new Map()
      try {
        let kek: Promise<CryptoKey> | undefined
        const kekOf: KekOf = kdf => {
          kek ??= deriveKek(passphrase, kdf)
          return kek
        }
        const bundle = await createBundle({ suborgId, label, createdAt }, kekOf)
        // Opened from what will be stored: a bundle that cannot be opened must never receive funds.
        return { bundle, addresses: await open(parseBundle(bundle), kekOf) }
      } finally {
        passphrase.fill(0)
      }
    },
    async unlock({ bundle, passphrase }) {
      keys = new Map()
      try {
        return { addresses: await open(parseBundle(bundle), kdf => deriveKek(passphrase, kdf)) }
      } finally {
        passphrase.fill(0)
      }
    },
    lock() {
      keys = new Map()
      return null
    },
    async sign({ address, messages }) {
      const key = keys.get(address)
      if (!key) throw new TernError('wallet/locked', { address })
      // Copied first: memory shared with the page could change between the check and the signature.
      const copies = messages.map(({ bytes, limits }) => ({ bytes: Uint8Array.from(bytes), limits }))
      for (const { bytes, limits } of copies) {
        const reason = await checkMessage(bytes, address, payees ?? [], limits)
        if (reason !== undefined) throw new TernError('wallet/refusedToSign', { reason })
      }
      const signatures = copies.map(
        async ({ bytes }) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)),
      )
      return { signatures: await Promise.all(signatures) }
    },
  }
}

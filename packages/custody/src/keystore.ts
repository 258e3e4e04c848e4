import { TernError } from '@tern/core'
import { bundleMessage } from '@tern/core/internal'
import { noOwners, type ServerOwners } from './accountOwners.ts'
import { parseBundle, pinOf } from './bundle.ts'
import { createChangingDuties } from './changingDuties.ts'
import { createHeldKeys } from './heldKeys.ts'
import type { Keystore } from './keystoreDuties.ts'
import { defaultKdf, exportKey } from './keyTree.ts'
import { createOpeningDuties } from './openingDuties.ts'
import { createPrices, type Prices } from './prices.ts'
import { type Cost, kekCache, openRoot } from './rootKey.ts'
import { createSigningDuties } from './signingDuties.ts'
import { createTally, type Nonces } from './tally.ts'

/** Data of the vault's server. Unset: nothing is known. */
interface ServerData {
  readonly prices?: Pick<Prices, 'worthOf' | 'unitOf'>
  readonly nonces?: Nonces
  readonly owners?: Pick<ServerOwners, 'ask'>
}

const noNonces: Nonces = { isPresent: () => false, isPast: () => false }

/** Creates a keystore. @param cost of a try at the passphrase of a new lock. */
export function createKeystore(
  cost: Cost = defaultKdf,
  { prices = createPrices(), nonces = noNonces, owners }: ServerData = {},
): Keystore {
  const tally = createTally(nonces)
  const held = createHeldKeys(tally.reset)
  return {
    get addresses() {
      return [...held.open.keys()]
    },
    get isPractice() {
      return held.isPractice
    },
    get nonceWallets() {
      return (held.opened?.bundle.wallets ?? []).flatMap(({ address, nonceMode }) => (nonceMode ? [address] : []))
    },
    get hasKeys() {
      return held.hasKeys
    },
    get signedLamports() {
      return tally.total.lamports
    },
    readOwners: owners?.ask ?? (async () => noOwners),
    ...createOpeningDuties(held, cost),
    ...createChangingDuties(held, cost),
    ...createSigningDuties(held, { prices, nonces, tally }),
    async approve({ act, session, digest }) {
      const { opened } = held
      const made = act === 'store' ? held.pendingOf(digest) : undefined
      const from = made ?? (opened && pinOf(opened.bundle).digest === digest ? opened : undefined)
      const [address, key] = from?.keys.entries().next().value ?? []
      if (from === undefined || address === undefined || key === undefined)
        throw new TernError('wallet/locked', { address: '' })
      const claim = { host: globalThis.location?.host ?? '', session, rev: from.bundle.rev, digest }
      const signature = await crypto.subtle.sign('Ed25519', key, bundleMessage(act, address, claim))
      return { address, signature: new Uint8Array(signature) }
    },
    async prove({ bundle, passphrase }) {
      try {
        await openRoot(parseBundle(bundle), kekCache(passphrase))
        return null
      } finally {
        passphrase.fill(0)
      }
    },
    async exportKey({ bundle, passphrase, address }) {
      try {
        return { secret: await exportKey(parseBundle(bundle), kekCache(passphrase), address) }
      } finally {
        passphrase.fill(0)
      }
    },
  }
}

import { type Address, TernError } from '@tern/core'
import { type Bundle, parseBundle, pinOf } from './bundle.ts'
import { openWallets } from './keyTree.ts'
import { type KekOf, type OpenRoot, openRoot, type RootKeys } from './rootKey.ts'
import type { OpenWallet } from './sealedWallet.ts'

/** An opened bundle. A secret that opens it proves its owner. */
export interface Opened {
  readonly bundle: Bundle
  readonly rootKeys: RootKeys
  readonly keys: ReadonlyMap<Address, CryptoKey>
}

/** A bundle that may replace the open bundle once it is stored. `opens`: even if nothing is open. */
interface Pending extends Opened {
  readonly opens: boolean
}

/** The signer's keys: the open wallets, and the bundles that wait to be stored. */
export interface HeldKeys {
  /** The keys of the open wallets, in the bundle's order. */
  readonly open: ReadonlyMap<Address, CryptoKey>
  /** The open bundle. `undefined` if nothing or a practice wallet is open. */
  readonly opened: Opened | undefined
  readonly isPractice: boolean
  /** `true` if there is any key, including keys of pending bundles. */
  readonly hasKeys: boolean
  /** Changes with each `forget`. Work that began in an earlier era opens nothing. */
  readonly era: number
  forget(): void
  /** Opens these wallets in place of the open wallets. @returns their addresses. */
  become(next: Opened): readonly Address[]
  becomePractice(wallet: OpenWallet): void
  /** Checks that the keys were not forgotten since the era `began`. @throws TernError `wallet/locked`. */
  assertSame(began: number, opened: Opened): void
  /** Notes a bundle that waits to be stored. @throws TernError `wallet/locked` as `assertSame`. */
  note(pending: Pending, began: number): void
  /**
   * Opens the very bundle that will be stored, and notes it. A bundle that does not open must neither be kept nor receive
   * funds.
   */
  prepare(
    bundle: Bundle,
    secret: { readonly kekOf: KekOf; readonly began: number; readonly opens?: boolean },
  ): Promise<Bundle>
  /** Returns the pending bundle of a digest. */
  pendingOf(digest: string): Opened | undefined
  /** Replaces the open bundle by the pending bundle of a digest. An unknown digest changes nothing. */
  keep(digest: string): readonly Address[]
}

/** Max bundles that wait to be stored. */
const maxPending = 4

const nothing: ReadonlyMap<Address, CryptoKey> = new Map()

/** Opens the wallets of a bundle whose root keys are open. */
export async function openedBy(open: OpenRoot): Promise<Opened> {
  const wallets = await openWallets(open)
  return { bundle: open.bundle, rootKeys: open.keys, keys: new Map(wallets.map(({ address, key }) => [address, key])) }
}

export const openAll = async (bundle: Bundle, kekOf: KekOf): Promise<Opened> => openedBy(await openRoot(bundle, kekOf))

/** Creates an empty holder of keys. @param onForget called whenever the keys are forgotten. */
export function createHeldKeys(onForget: () => void): HeldKeys {
  let open = nothing
  let opened: Opened | undefined
  let isPractice = false
  let era = 0
  const pending = new Map<string, Pending>()

  function forget(): void {
    open = nothing
    opened = undefined
    isPractice = false
    pending.clear()
    era++
    onForget()
  }

  function become(next: Opened): readonly Address[] {
    opened = next
    isPractice = false
    open = next.keys
    return [...open.keys()]
  }

  function assertSame(began: number, { bundle }: Opened): void {
    if (began !== era) throw new TernError('wallet/locked', { address: bundle.wallets[0]?.address ?? '' })
  }

  function note(prepared: Pending, began: number): void {
    assertSame(began, prepared)
    // Pages may have made bundles that they never stored.
    if (pending.size >= maxPending) pending.clear()
    pending.set(pinOf(prepared.bundle).digest, prepared)
  }

  return {
    get open() {
      return open
    },
    get opened() {
      return opened
    },
    get isPractice() {
      return isPractice
    },
    get hasKeys() {
      return open.size > 0 || pending.size > 0
    },
    get era() {
      return era
    },
    forget,
    become,
    becomePractice({ address, key }) {
      forget()
      open = new Map([[address, key]])
      isPractice = true
    },
    assertSame,
    note,
    async prepare(bundle, { kekOf, began, opens = false }) {
      const parsed = parseBundle(bundle)
      note({ ...(await openAll(parsed, kekOf)), opens }, began)
      return parsed
    },
    pendingOf: digest => pending.get(digest),
    keep(digest) {
      const next = pending.get(digest)
      if (next === undefined) return [...open.keys()]
      // The other pending bundles follow an older revision.
      pending.clear()
      // Keep the wallets open only if the new bundle has all open wallets, so no page can substitute a bundle of its own.
      const isOpen = open.size > 0 && [...open.keys()].every(address => next.keys.has(address))
      return next.opens || isOpen ? become(next) : [...open.keys()]
    },
  }
}

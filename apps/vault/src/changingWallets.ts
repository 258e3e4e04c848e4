import { type Address, TernError } from '@tern/core'
import {
  type Bundle,
  type ForeignKeys,
  freeName,
  type Keys,
  type PasskeyOutput,
  type Relocked,
  type WalletChange,
} from '@tern/custody/internal'
import type { HeldWallets } from './heldWallets.ts'
import type { JoinedSigner } from './joinedSigner.ts'
import { firstOf } from './listWallets.ts'
import { newPhrase } from './newPhrase.ts'
import { practiceStore } from './practising.ts'
import { isSame } from './stored.ts'
import * as storing from './storing.ts'
import type { BegunChange, BegunPhrase } from './walletTypes.ts'

/** Creates the functions that change the stored bundle: its wallets and its locks. */
export function createWalletChanges({ signer }: JoinedSigner, { held, stored }: HeldWallets) {
  const { newest } = stored

  /** Stores the bundle that the signer makes of the newest bundle. */
  async function store(make: (keys: Keys, bundle: Bundle) => Promise<Bundle>): Promise<Bundle> {
    const keys = await signer()
    const { bundle } = await storing.change(stored, keys, async before => ({ bundle: await make(keys, before) }))
    return bundle
  }

  /** Changes the label or nonce mode of an open wallet. */
  async function change(address: Address, changed: WalletChange): Promise<void> {
    const now = held.get()
    if (now.status === 'practice') {
      const wallet = { ...now.wallet, ...changed }
      await (await practiceStore()).writePractice(wallet)
      return held.set({ status: 'practice', wallet })
    }
    await store((keys, bundle) => keys.changeWallet(bundle, address, changed))
  }

  /** Begins a change of locks. A change with a new code takes effect once the user has written the code down. */
  async function begin(make: (keys: Keys, bundle: Bundle) => Promise<Relocked>): Promise<BegunChange> {
    const keys = await signer()
    let made = await make(keys, await newest())
    const { recoveryCode, dropped } = made
    let isSent = false

    async function next(bundle: Bundle): Promise<Relocked> {
      const isNext = made.bundle.rev === bundle.rev + 1
      // A repeated change would have another code than the code that the user wrote down.
      if (!isNext && recoveryCode !== undefined) throw new TernError('wallet/changedElsewhere', {})
      if (!isNext) made = await make(keys, bundle)
      isSent = true
      return made
    }
    return {
      ...(recoveryCode !== undefined && { recoveryCode }),
      dropped,
      async keep() {
        // After a failed first try, the server may have stored it nevertheless.
        const isStored = isSent && isSame(await newest(), made.bundle)
        if (!isStored) await storing.change(stored, keys, next)
      },
    }
  }

  return {
    /** Adds a wallet and opens all wallets. @throws TernError `wallet/*`; nothing is added then. */
    async add(passphrase: string, label: string): Promise<Address> {
      const bundle = await store((keys, before) => keys.addWallet(before, passphrase, label))
      return bundle.wallets.at(-1)?.address ?? firstOf(bundle)
    },
    /** Imports wallets of other programs and opens all wallets. @throws TernError `wallet/*`; nothing is added then. */
    async importKeys(passphrase: string, from: ForeignKeys): Promise<void> {
      const secretKey = 'secretKey' in from ? from.secretKey : undefined
      // The signer's call transfers the key, and a change may be made several times, so give it a copy.
      const copy = () => (secretKey === undefined ? from : { ...from, secretKey: secretKey.slice() })
      await store((keys, bundle) => keys.importKeys(bundle, passphrase, copy())).finally(() => secretKey?.fill(0))
    },
    /**
     * Adds the wallets of a downloaded bundle and opens all wallets. From then on, this browser's passphrase opens the added wallets.
     * @throws TernError `wallet/*`; nothing is added then.
     */
    async importFrom(file: Bundle, filePassphrase: string, passphrase: string): Promise<void> {
      await store((keys, bundle) => keys.importWallets(bundle, passphrase, { file, filePassphrase }))
    },
    rename: (address: Address, label: string): Promise<void> => change(address, { label }),
    /** Sets if a wallet trades by its durable nonce account. */
    setNonceMode: (address: Address, nonceMode: boolean): Promise<void> => change(address, { nonceMode }),
    /** Begins to replace the passphrase. `passphrase` may be the recovery code or phrase. */
    changePassphrase: (passphrase: string, next: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.changePassphrase(bundle, passphrase, next)),
    beginRecoveryCode: (passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.replaceRecoveryCode(bundle, passphrase)),
    /** Begins to replace the recovery code by a recovery phrase with a wallet of it. @throws TernError `wallet/*`. */
    async givePhrase(passphrase: string): Promise<BegunPhrase> {
      const phrase = await newPhrase(12)
      let address: Address | undefined
      const give = async (keys: Keys, bundle: Bundle) => {
        const label = freeName('From the phrase', new Set(bundle.wallets.map(wallet => wallet.label)))
        const changed = await keys.givePhrase(bundle, passphrase, { phrase, label })
        address = changed.bundle.wallets.at(-1)?.address
        return changed
      }
      const begun = await begin(give)
      if (address === undefined) throw new TernError('wallet/bundleMalformed', { at: 'wallets' })
      return { ...begun, phrase, address }
    },
    /**
     * Begins to add a passkey. It checks the passphrase first, because a new passkey stays on its device even if the change fails.
     * @throws TernError `wallet/*`.
     */
    async addPasskey(passphrase: string, make: (bundle: Bundle) => Promise<PasskeyOutput>): Promise<BegunChange> {
      const before = await newest()
      await (await signer()).prove(before, passphrase)
      const { output, ...passkey } = await make(before)
      // The signer's call transfers the array, so give it a copy. `keep` may make the change again, so keep the output until then.
      const begun = await begin((keys, bundle) =>
        keys.addPasskey(bundle, passphrase, { ...passkey, output: output.slice() }),
      ).catch(error => {
        output.fill(0)
        throw error
      })
      return {
        ...begun,
        async keep() {
          await begun.keep()
          output.fill(0)
        },
      }
    },
    /** Begins to remove a passkey, so that it no longer opens the newest copy. @throws TernError `wallet/*`. */
    removePasskey: (id: string, passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.removePasskey(bundle, passphrase, id)),
    /**
     * Ends the session in every other browser that has its cookie. @throws TernError `wallet/locked`, `wallet/storeRefused`.
     */
    signOutOthers: async (): Promise<void> => storing.signOutOthers(stored, await signer()),
  }
}

import { type Address, TernError } from '@tern/core'
import { type Bundle, checkRevision, type Keys, type Unlocked } from '@tern/custody/internal'
import type { HeldWallets } from './heldWallets.ts'
import type { JoinedSigner } from './joinedSigner.ts'
import { firstOf } from './listWallets.ts'
import { readMoney } from './money.ts'
import { newPhrase } from './newPhrase.ts'
import { readPin } from './pin.ts'
import { dropPractice, practiceStore } from './practising.ts'
import { exclusively } from './stored.ts'
import * as storing from './storing.ts'
import type { BegunWallet, FirstWallets } from './walletTypes.ts'

/** Creates the functions that make, open and restore wallets, and show their secrets. */
export function createWalletOpening({ signer, lock }: JoinedSigner, wallets: HeldWallets) {
  const { held, stored, load, openPractice, adopt, follow, current, newestKnown } = wallets

  /** Pins an opened bundle and stores a version-1 bundle as version 2. If that fails, the next unlock tries again. */
  function noteOpened(keys: Keys, opened: Bundle, { bundle }: Unlocked): void {
    adopt(opened)
    if (bundle === undefined) return
    exclusively(async () => storing.write(stored, bundle, keys)).catch(() => undefined)
  }

  /** Opens the newest known bundle. A secret that opens only an older bundle is never enough. */
  async function unlock(open: (keys: Keys, bundle: Bundle) => Promise<Unlocked>): Promise<void> {
    const keys = await signer()
    for (let isOpen = false; ; isOpen = true)
      try {
        const bundle = await newestKnown()
        const opened = await open(keys, bundle)
        // Another tab may have stored a newer bundle meanwhile, perhaps with another passphrase. Then open that bundle.
        if (checkRevision(readPin(), bundle) === undefined) return noteOpened(keys, bundle, opened)
      } catch (error) {
        if (isOpen) await keys.lock()
        throw error
      }
  }

  return {
    /**
     * Opens this browser's practice wallet, and makes it first if necessary.
     * @throws TernError `wallet/notPractising` on any other chain, or if there are wallets with a passphrase.
     */
    async practise(): Promise<Address> {
      await load()
      return exclusively(async () => {
        // Another tab may have made the practice wallet meanwhile.
        if (held.get().status === 'none') await openPractice()
        const [money, keys, now] = [await readMoney(), await signer(), held.get()]
        if (now.status === 'practice') {
          await keys.openPractice(now.wallet)
          return now.wallet.address
        }
        if (money.kind !== 'practice' || now.status !== 'none') throw new TernError('wallet/notPractising', {})
        const wallet = await keys.practise(await newPhrase(12), { genesisHash: money.genesisHash, label: 'Practice' })
        await (await practiceStore()).writePractice(wallet)
        held.set({ status: 'practice', wallet })
        return wallet.address
      })
    },
    /** Makes the first wallets, of a given phrase, the practice wallet's phrase or a new phrase. @throws TernError `wallet/*`. */
    async begin(passphrase: string, { phrase: given, length = 12, accounts }: FirstWallets = {}): Promise<BegunWallet> {
      const [keys, before] = [await signer(), held.get()]
      const ofPractice = before.status === 'practice' && given === undefined
      const phrase = ofPractice ? await keys.practicePhrase(before.wallet) : (given ?? (await newPhrase(length)))
      const { bundle } = await keys.createOfPhrase(passphrase, phrase, {
        suborgId: crypto.randomUUID(),
        accounts: accounts ?? [{ scheme: 'change', account: 0, label: 'Main' }],
      })
      let isKept = false
      return {
        phrase,
        async keep() {
          await exclusively(async () => {
            // Another tab may have stored wallets meanwhile.
            if ((await stored.readUsable()) !== undefined) {
              await follow()
              throw new TernError('wallet/madeElsewhere', {})
            }
            await storing.begin(stored, bundle)
          })
          isKept = true
          // The bundle now holds the practice wallet, or other wallets replace it.
          if (before.status === 'practice') await dropPractice()
          return firstOf(bundle)
        },
        async abandon() {
          if (isKept) return
          await keys.lock()
          if (before.status === 'practice') await keys.openPractice(before.wallet)
        },
      }
    },
    /** Unlocks the wallets. @throws TernError `wallet/wrongPassphrase` and as `Keys.unlock`. */
    unlock: (passphrase: string): Promise<void> => unlock((keys, bundle) => keys.unlock(bundle, passphrase)),
    /** Unlocks the wallets with a passkey's output. @throws TernError `wallet/wrongPassphrase`. */
    unlockByPasskey: (output: Uint8Array): Promise<void> =>
      // The signer's call transfers the array, and the newest bundle may change, so give it a copy.
      unlock((keys, bundle) => keys.unlockByPasskey(bundle, output.slice())).finally(() => output.fill(0)),
    /**
     * Opens a bundle and makes it this browser's, in a new session. The old session's bundle stays on the server.
     * It stores nothing unless the passphrase opens the bundle.
     */
    async restore(bundle: Bundle, passphrase: string): Promise<Address> {
      const keys = await signer()
      const opened = await keys.unlock(bundle, passphrase)
      try {
        await exclusively(async () => storing.begin(stored, bundle))
      } catch (error) {
        await lock()
        throw error
      }
      noteOpened(keys, bundle, opened)
      await dropPractice()
      return firstOf(bundle)
    },
    /** Returns the recovery phrase. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`. */
    revealPhrase: async (passphrase: string): Promise<string> => (await signer()).revealPhrase(current(), passphrase),
    /** Returns a wallet's secret key. The caller zero-fills it. @throws TernError `wallet/wrongPassphrase`. */
    async exportKey(address: Address, passphrase: string): Promise<Uint8Array> {
      return (await signer()).exportKey(current(), passphrase, address)
    },
  }
}

import { TernError } from '@tern/core'
import { parseBundle } from './bundle.ts'
import { type HeldKeys, openAll, openedBy } from './heldKeys.ts'
import type { Keystore } from './keystoreDuties.ts'
import { createBundle, createBundleOfPhrase, isDated, modernise } from './keyTree.ts'
import { phraseBytes } from './phrase/phrase.ts'
import { openPracticeWallet, sealPracticeWallet } from './practiceWallet.ts'
import { newRecoveryCode } from './recoveryCode.ts'
import { type Cost, kekCache, openRoot } from './rootKey.ts'

type OpeningDuties = Pick<Keystore, 'create' | 'createOfPhrase' | 'unlock' | 'practise' | 'openPractice' | 'lock'>

/** Creates the duties that open wallets and lock them. @param cost of a try at the passphrase of a new bundle. */
export function createOpeningDuties(held: HeldKeys, cost: Cost): OpeningDuties {
  return {
    async create({ passphrase, suborgId, label, createdAt }) {
      held.forget()
      const began = held.era
      try {
        const kekOf = kekCache(passphrase)
        const recoveryCode = newRecoveryCode()
        const recovery = kekCache(new TextEncoder().encode(recoveryCode))
        const bundle = await createBundle(
          { suborgId, label, createdAt },
          { passphrase: kekOf, recoveryCode: recovery },
          cost,
        )
        // Open the very bundle that will be stored: a bundle that does not open must never receive funds.
        const made = await openAll(parseBundle(bundle), kekOf)
        held.assertSame(began, made)
        return { bundle, addresses: held.become(made), recoveryCode }
      } finally {
        passphrase.fill(0)
      }
    },
    async createOfPhrase({ passphrase, phrase, suborgId, createdAt, accounts }) {
      held.forget()
      const began = held.era
      const words = phraseBytes(phrase)
      try {
        if (words === undefined) throw new TernError('wallet/noPhrase', {})
        const kekOf = kekCache(passphrase)
        const secrets = { passphrase: kekOf, phrase: words }
        const bundle = await createBundleOfPhrase({ suborgId, createdAt, wallets: accounts }, secrets, cost)
        const made = await openAll(parseBundle(bundle), kekOf)
        held.assertSame(began, made)
        return { bundle, addresses: held.become(made) }
      } finally {
        for (const secret of [passphrase, phrase, words]) secret?.fill(0)
      }
    },
    async unlock({ bundle, passphrase }) {
      held.forget()
      const began = held.era
      try {
        const kekOf = kekCache(passphrase)
        const open = await openRoot(parseBundle(bundle), kekOf)
        const all = await openedBy(open)
        held.assertSame(began, all)
        const addresses = held.become(all)
        if (!isDated(open)) return { addresses }
        return { addresses, bundle: await held.prepare(await modernise(open), { kekOf, began }) }
      } finally {
        passphrase.fill(0)
      }
    },
    async practise({ phrase, genesisHash, label, createdAt }) {
      try {
        const { wallet, open } = await sealPracticeWallet(phrase, { genesisHash, label, createdAt })
        held.becomePractice(open)
        return { wallet }
      } finally {
        phrase.fill(0)
      }
    },
    async openPractice({ wallet }) {
      // If it is open already, keep the signed total. It never replaces wallets with a passphrase.
      const isOpen = held.opened !== undefined || held.open.has(wallet.address)
      if (!isOpen) held.becomePractice(await openPracticeWallet(wallet))
      return { addresses: [...held.open.keys()] }
    },
    lock() {
      held.forget()
      return null
    },
  }
}

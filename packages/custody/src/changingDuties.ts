import { TernError } from '@tern/core'
import { type Bundle, type Lock, parseBundle } from './bundle.ts'
import { secretsOf } from './foreignSecrets.ts'
import type { HeldKeys } from './heldKeys.ts'
import type { Keystore } from './keystoreDuties.ts'
import {
  addPasskey,
  addWallet,
  changeWallet,
  givePhrase,
  importSecrets,
  importWallets,
  type Renewed,
  removePasskey,
  replaceLocks,
} from './keyTree.ts'
import { phraseBytes } from './phrase/phrase.ts'
import { newRecoveryCode } from './recoveryCode.ts'
import type { Answer } from './requests.ts'
import { type Cost, type KekOf, kekCache, openRoot } from './rootKey.ts'

type ChangingDuties = Pick<
  Keystore,
  | 'addWallet'
  | 'importWallets'
  | 'importKeys'
  | 'givePhrase'
  | 'replaceLock'
  | 'addPasskey'
  | 'removePasskey'
  | 'changeWallet'
  | 'keep'
>

/** Lists the labels of the passkeys among locks. */
const passkeysOf = (locks: readonly Lock[]): readonly string[] =>
  locks.flatMap(lock => (lock.type === 'prf' ? [lock.label ?? 'Passkey'] : []))

interface Relocking {
  readonly kekOf: KekOf
  /** Opens the bundle afterwards. Unset: `kekOf`. */
  readonly fresh?: KekOf
  readonly isNewCode?: boolean
}

/** Creates the duties that change a bundle's wallets and locks. @param cost of a try at a new passphrase. */
export function createChangingDuties(held: HeldKeys, cost: Cost): ChangingDuties {
  /** Changes a bundle's locks. A version-1 recovery code cannot receive a new root key, so a new code replaces it. */
  async function relock(
    bundle: Bundle,
    work: (recoveryCode: KekOf | undefined) => Promise<Renewed>,
    { kekOf, fresh = kekOf, isNewCode = false }: Relocking,
  ): Promise<Answer<'replaceLock'>> {
    const began = held.era
    const { lock } = await openRoot(bundle, kekOf)
    const isStuck = bundle.ark.some(one => one.type === 'recovery' && one.box === undefined && one.kid !== lock.kid)
    const recoveryCode = isNewCode || isStuck ? newRecoveryCode() : undefined
    const code = recoveryCode === undefined ? undefined : kekCache(new TextEncoder().encode(recoveryCode))
    const { bundle: after, dropped } = await work(code)
    const kept = await held.prepare(after, { kekOf: isNewCode && code ? code : fresh, began })
    return { bundle: kept, dropped: passkeysOf(dropped), ...(recoveryCode !== undefined && { recoveryCode }) }
  }

  return {
    async addWallet({ bundle, passphrase, label, createdAt }) {
      const began = held.era
      try {
        const kekOf = kekCache(passphrase)
        const grown = await addWallet(parseBundle(bundle), { label, createdAt }, kekOf)
        return { bundle: await held.prepare(grown, { kekOf, began, opens: true }) }
      } finally {
        passphrase.fill(0)
      }
    },
    async importWallets({ bundle, passphrase, file, filePassphrase }) {
      const began = held.era
      try {
        const kekOf = kekCache(passphrase)
        const grown = await importWallets(parseBundle(bundle), kekOf, {
          file: parseBundle(file),
          fileKekOf: kekCache(filePassphrase),
        })
        return { bundle: await held.prepare(grown, { kekOf, began, opens: true }) }
      } finally {
        passphrase.fill(0)
        filePassphrase.fill(0)
      }
    },
    async importKeys({ bundle, passphrase, createdAt, ...from }) {
      const began = held.era
      let secrets: Awaited<ReturnType<typeof secretsOf>> = []
      try {
        secrets = await secretsOf(from)
        const kekOf = kekCache(passphrase)
        const grown = await importSecrets(parseBundle(bundle), kekOf, { secrets, createdAt })
        return { bundle: await held.prepare(grown, { kekOf, began, opens: true }) }
      } finally {
        const given = [passphrase, from.phrase, ...(from.secretKeys ?? []).map(({ secretKey }) => secretKey)]
        for (const secret of [...given, ...secrets.map(({ secret }) => secret)]) secret?.fill(0)
      }
    },
    async givePhrase({ bundle, passphrase, phrase, label, createdAt }) {
      const began = held.era
      const words = phraseBytes(phrase)
      try {
        if (words === undefined) throw new TernError('wallet/noPhrase', {})
        const kekOf = kekCache(passphrase)
        const given = { phrase: words, wallet: { label, createdAt } }
        const { bundle: after, dropped } = await givePhrase(parseBundle(bundle), kekOf, given)
        // If the recovery code opened the bundle, it no longer does, so open it with the phrase.
        const kept = await held.prepare(after, { kekOf: kekCache(words.slice()), began, opens: true })
        return { bundle: kept, dropped: passkeysOf(dropped) }
      } finally {
        for (const secret of [passphrase, phrase, words]) secret?.fill(0)
      }
    },
    async replaceLock({ bundle, passphrase, next }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        const fresh = next && kekCache(next)
        const work = (recoveryCode: KekOf | undefined) =>
          replaceLocks(before, kekOf, {
            ...(fresh && { passphrase: fresh }),
            ...(recoveryCode && { recoveryCode }),
            cost,
          })
        return await relock(before, work, { kekOf, ...(fresh ? { fresh } : { isNewCode: true }) })
      } finally {
        passphrase.fill(0)
        next?.fill(0)
      }
    },
    async addPasskey({ bundle, passphrase, output, credentialId, label, addedAt, salt }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        const passkey = { credentialId, label, addedAt, salt, kekOf: kekCache(output) }
        return await relock(before, code => addPasskey(before, kekOf, { passkey, recoveryCode: code }), { kekOf })
      } finally {
        passphrase.fill(0)
        output.fill(0)
      }
    },
    async removePasskey({ bundle, passphrase, kid }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        return await relock(before, code => removePasskey(before, kekOf, { kid, recoveryCode: code }), { kekOf })
      } finally {
        passphrase.fill(0)
      }
    },
    async changeWallet({ bundle, address, label, nonceMode }) {
      const { opened, era: began } = held
      if (!opened) throw new TernError('wallet/locked', { address })
      const changes = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
      const after = await changeWallet(parseBundle(bundle), opened.rootKeys, { address, ...changes }).catch(() => {
        throw new TernError('wallet/locked', { address })
      })
      held.note({ ...opened, bundle: after, opens: false }, began)
      return { bundle: after }
    },
    keep: ({ digest }) => ({ addresses: held.keep(digest) }),
  }
}

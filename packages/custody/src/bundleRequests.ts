import { encodeBase64Url } from '@tern/core/internal'
import { type Bundle, parseBundle, pinOf } from './bundle.ts'
import { type Caller, signerFailed } from './caller.ts'
import type { Keys } from './keys.ts'
import type { Ask, SignerCall, SignerCalls } from './requests.ts'
import { assertPassphrase, encodePassphrase, encodePhrase, takePhrase } from './typedSecrets.ts'

type Confirmed = { readonly bundle: unknown; readonly passphrase: Uint8Array }
/** The calls that take a bundle and a secret that opens it. */
type ConfirmedCall = { [N in SignerCall]: Ask<N> extends Confirmed ? N : never }[SignerCall]

type Changing = 'addWallet' | 'importWallets' | 'importKeys' | 'changeWallet'
type Relocking = 'changePassphrase' | 'replaceRecoveryCode' | 'givePhrase' | 'addPasskey' | 'removePasskey'
type Reading = 'derive' | 'revealPhrase' | 'approve' | 'prove' | 'exportKey'

/** The requests that change or read a bundle. They open no wallet. */
export function bundleRequests(
  ask: Caller<SignerCalls>,
  seconds: () => number,
): Pick<Keys, Changing | Relocking | Reading> {
  /** Asks with a bundle and its passphrase. Transfers the passphrase, and the other secrets of the request. */
  function confirmed<N extends ConfirmedCall>(
    call: N,
    [bundle, passphrase]: readonly [Bundle, string],
    more: Omit<Ask<N>, keyof Confirmed>,
    secrets: readonly Uint8Array[] = [],
  ) {
    const asked = { bundle: parseBundle(bundle), passphrase: encodePassphrase(passphrase), ...more }
    const transfer = [asked.passphrase, ...secrets].map(({ buffer }) => buffer as ArrayBuffer)
    return ask(call, asked as Parameters<typeof ask<N>>[1], transfer)
  }

  return {
    async addWallet(bundle, passphrase, label) {
      return (await confirmed('addWallet', [bundle, passphrase], { label, createdAt: seconds() })).bundle
    },
    async importWallets(bundle, passphrase, { file, filePassphrase }) {
      const fileBytes = encodePassphrase(filePassphrase)
      const more = { file: parseBundle(file), filePassphrase: fileBytes }
      return (await confirmed('importWallets', [bundle, passphrase], more, [fileBytes])).bundle
    },
    async changePassphrase(bundle, passphrase, nextPassphrase) {
      await assertPassphrase(nextPassphrase)
      const next = encodePassphrase(nextPassphrase)
      return confirmed('replaceLock', [bundle, passphrase], { next }, [next])
    },
    async replaceRecoveryCode(bundle, passphrase) {
      const { recoveryCode, ...replaced } = await confirmed('replaceLock', [bundle, passphrase], {})
      if (recoveryCode === undefined) throw signerFailed('replaceLock')
      return { ...replaced, recoveryCode }
    },
    async derive(phrase, derivations) {
      const words = encodePhrase(phrase)
      return (await ask('derive', { phrase: words, derivations }, [words.buffer])).addresses
    },
    async importKeys(bundle, passphrase, from) {
      const secret = 'secretKey' in from ? from.secretKey : encodePhrase(from.phrase)
      const keys =
        'secretKey' in from
          ? { secretKeys: [{ label: from.label, secretKey: secret }] }
          : { phrase: secret, accounts: from.accounts }
      return (await confirmed('importKeys', [bundle, passphrase], { createdAt: seconds(), ...keys }, [secret])).bundle
    },
    async givePhrase(bundle, passphrase, { phrase, label }) {
      const words = encodePhrase(phrase)
      return confirmed('givePhrase', [bundle, passphrase], { phrase: words, label, createdAt: seconds() }, [words])
    },
    revealPhrase: async (bundle, passphrase) => takePhrase(await confirmed('revealPhrase', [bundle, passphrase], {})),
    async addPasskey(bundle, passphrase, { credentialId, salt, label, output }) {
      const passkey = { credentialId, label, addedAt: seconds(), salt, output }
      return confirmed('addPasskey', [bundle, passphrase], passkey, [output])
    },
    removePasskey: async (bundle, passphrase, kid) => confirmed('removePasskey', [bundle, passphrase], { kid }),
    async changeWallet(bundle, address, { label, nonceMode }) {
      const changes = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
      return (await ask('changeWallet', { bundle: parseBundle(bundle), address, ...changes })).bundle
    },
    async approve(act, session, bundle) {
      const { address, signature } = await ask('approve', { act, session, digest: pinOf(bundle).digest })
      return `${address}.${encodeBase64Url(signature)}`
    },
    async prove(bundle, passphrase) {
      await confirmed('prove', [bundle, passphrase], {})
    },
    async exportKey(bundle, passphrase, address) {
      return (await confirmed('exportKey', [bundle, passphrase], { address })).secret
    },
  }
}

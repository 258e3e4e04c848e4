import { systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { termsWith } from '../test/placements.ts'
import { type Bundle, kdfLimits } from './bundle.ts'
import { createKeystore } from './keystore.ts'
import { createSigner } from './serveSigner.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const phraseText = `${'abandon '.repeat(11)}about`
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A request with the text or the bytes of each secret. `right` is the passphrase of the open wallets. */
const requests: Readonly<
  Record<string, (secret: (content: string | Uint8Array) => Uint8Array, bundle: Bundle) => object>
> = (() => {
  const [right, wrong, few] = ['correct horse battery staple', 'wrong horse battery staple', 'too few words']
  const accounts = [{ scheme: 'change', account: 0, label: 'Main' }]
  const named = { label: 'Other', createdAt: 1 }
  const message = { bytes: Uint8Array.of(1, 2, 3), terms: termsWith({}) }
  const passkey = { credentialId: 'AAAA', label: 'Key', addedAt: 1, salt: 'A'.repeat(43) }
  const key = () => new Uint8Array(64).fill(7)
  const shown = { recipient: systemProgram, mint: null, decimals: 9, amount: 1n, received: 1n }
  return {
    create: secret => ({ call: 'create', suborgId: 's', ...named, passphrase: secret(right) }),
    createOfPhrase: secret => ({
      ...{ call: 'createOfPhrase', suborgId: 's', createdAt: 1, accounts },
      ...{ passphrase: secret(right), phrase: secret(phraseText) },
    }),
    'createOfPhrase of no phrase': secret => ({
      ...{ call: 'createOfPhrase', suborgId: 's', createdAt: 1, accounts },
      ...{ passphrase: secret(right), phrase: secret(few) },
    }),
    derive: secret => ({ call: 'derive', phrase: secret(phraseText), derivations: [] }),
    'derive of no phrase': secret => ({ call: 'derive', phrase: secret(few), derivations: [] }),
    'importKeys of a phrase': (secret, bundle) => ({
      ...{ call: 'importKeys', bundle, createdAt: 1, accounts },
      ...{ passphrase: secret(right), phrase: secret(phraseText) },
    }),
    'importKeys of no phrase': (secret, bundle) => ({
      ...{ call: 'importKeys', bundle, createdAt: 1, accounts },
      ...{ passphrase: secret(right), phrase: secret(few) },
    }),
    'importKeys of a malformed key': (secret, bundle) => ({
      ...{ call: 'importKeys', bundle, createdAt: 1, passphrase: secret(right) },
      secretKeys: [{ label: 'Other', secretKey: secret(key()) }],
    }),
    givePhrase: (secret, bundle) => ({
      ...{ call: 'givePhrase', bundle, ...named },
      ...{ passphrase: secret(right), phrase: secret(phraseText) },
    }),
    'givePhrase for a wrong passphrase': (secret, bundle) => ({
      ...{ call: 'givePhrase', bundle, ...named },
      ...{ passphrase: secret(wrong), phrase: secret(phraseText) },
    }),
    revealPhrase: (secret, bundle) => ({ call: 'revealPhrase', bundle, passphrase: secret(right) }),
    addWallet: (secret, bundle) => ({ call: 'addWallet', bundle, ...named, passphrase: secret(wrong) }),
    importWallets: (secret, bundle) => ({
      ...{ call: 'importWallets', bundle, file: bundle },
      ...{ passphrase: secret(right), filePassphrase: secret(wrong) },
    }),
    replaceLock: (secret, bundle) => ({
      ...{ call: 'replaceLock', bundle },
      ...{ passphrase: secret(wrong), next: secret('another horse battery staple') },
    }),
    addPasskey: (secret, bundle) => ({
      ...{ call: 'addPasskey', bundle, ...passkey },
      ...{ passphrase: secret(wrong), output: secret(new Uint8Array(32).fill(5)) },
    }),
    removePasskey: (secret, bundle) => ({
      ...{ call: 'removePasskey', bundle, kid: 'A'.repeat(22), passphrase: secret(wrong) },
    }),
    prove: (secret, bundle) => ({ call: 'prove', bundle, passphrase: secret(wrong) }),
    exportKey: (secret, bundle) => ({
      ...{ call: 'exportKey', bundle, address: systemProgram, passphrase: secret(right) },
    }),
    unlock: (secret, bundle) => ({ call: 'unlock', bundle, passphrase: secret(wrong) }),
    'unlock of no bundle': secret => ({ call: 'unlock', bundle: {}, passphrase: secret(right) }),
    practise: secret => ({ call: 'practise', genesisHash: 'chain', ...named, phrase: secret(phraseText) }),
    limits: secret => ({ call: 'limits', limits: {}, passphrase: secret(wrong) }),
    sign: (secret, { wallets }) => ({
      ...{ call: 'sign', address: wallets[0]?.address, messages: [message], passphrase: secret(right) },
    }),
    withdraw: (secret, { wallets }) => ({
      ...{ call: 'withdraw', address: wallets[0]?.address, ...message, recipientEnd: '1111' },
      ...{ shown: { ...shown, networkFeeLamports: 0n, opensAccount: false }, passphrase: secret(right) },
    }),
  }
})()

/** Sends a request to a signer with open wallets, and waits for the answer. @returns the secrets that it held. */
async function secretsAfter(name: string, more: object): Promise<{ secrets: readonly Uint8Array[]; answer: unknown }> {
  const keystore = createKeystore(cheapest)
  const created = { suborgId: 's', label: 'Main', createdAt: 1 }
  const { bundle } = await keystore.create({ ...created, passphrase: bytesOf('correct horse battery staple') })
  const secrets: Uint8Array[] = []
  const secret = (content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content
    secrets.push(bytes)
    return bytes
  }
  const answer = await new Promise(resolve => {
    createSigner({}, keystore).connect({
      postMessage: said => Object(said).id === 1 && resolve(said),
      addEventListener(_, listener) {
        queueMicrotask(() =>
          listener(new MessageEvent('message', { data: { id: 1, ...requests[name]?.(secret, bundle), ...more } })),
        )
      },
    })
  })
  return { secrets, answer }
}

describe('the signer zero-fills every secret that it is sent', () => {
  it.each(Object.keys(requests))('with %s, and if the request is malformed', async name => {
    const { secrets, answer } = await secretsAfter(name, {})
    expect(answer).not.toMatchObject({ error: { code: 'wallet/requestMalformed', facts: { at: '' } } })
    expect(secrets.length).toBeGreaterThan(0)
    expect(secrets.map(bytes => bytes.every(byte => byte === 0))).toEqual(secrets.map(() => true))
    const malformed = await secretsAfter(name, { more: 1 })
    expect(malformed.answer).toMatchObject({ error: { code: 'wallet/requestMalformed' } })
    expect(malformed.secrets.map(bytes => bytes.every(byte => byte === 0))).toEqual(secrets.map(() => true))
  })
})

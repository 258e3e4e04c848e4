import { type Bundle, parseBundle, pinOf } from './bundle.ts'
import type { Caller } from './caller.ts'
import type { Keys, Unlocked } from './keys.ts'
import type { KeysState } from './keysState.ts'
import type { SignerCalls } from './requests.ts'
import { assertPassphrase, encodePassphrase, encodePhrase, takePhrase } from './typedSecrets.ts'

type Opening = 'create' | 'createOfPhrase' | 'unlock' | 'unlockByPasskey' | 'keep'
type Locking = 'lock' | 'setAutoLock' | 'notePresence'
type OpeningPractice = 'practise' | 'openPractice' | 'practicePhrase'

/** The requests that open or lock wallets. */
export function openingRequests(
  ask: Caller<SignerCalls>,
  { become, opening }: KeysState,
  seconds: () => number,
): Pick<Keys, Opening | OpeningPractice | Locking> {
  async function unlock(bundle: Bundle, secret: Uint8Array): Promise<Unlocked> {
    const asked = { bundle: parseBundle(bundle), passphrase: secret }
    return opening(() => ask('unlock', asked, [secret.buffer]))
  }

  return {
    async create(passphrase, { suborgId, label = 'Main', createdAt = seconds() }) {
      await assertPassphrase(passphrase)
      const bytes = encodePassphrase(passphrase)
      return opening(() => ask('create', { suborgId, label, createdAt, passphrase: bytes }, [bytes.buffer]))
    },
    async createOfPhrase(passphrase, phrase, { suborgId, accounts }) {
      await assertPassphrase(passphrase)
      const [bytes, words] = [encodePassphrase(passphrase), encodePhrase(phrase)]
      const asked = { suborgId, accounts, createdAt: seconds(), passphrase: bytes, phrase: words }
      return opening(() => ask('createOfPhrase', asked, [bytes.buffer, words.buffer]))
    },
    unlock: async (bundle, passphrase) => unlock(bundle, encodePassphrase(passphrase)),
    unlockByPasskey: async (bundle, output) => unlock(bundle, output),
    async keep(bundle) {
      const { addresses } = await ask('keep', { digest: pinOf(bundle).digest })
      if (addresses.length > 0) become('unlocked', addresses)
      return addresses
    },
    async practise(phrase, { genesisHash, label }) {
      const bytes = encodePhrase(phrase)
      const asked = { phrase: bytes, genesisHash, label, createdAt: seconds() }
      const { wallet } = await opening(async () => {
        const made = await ask('practise', asked, [bytes.buffer])
        return { ...made, addresses: [made.wallet.address] }
      })
      return wallet
    },
    openPractice: async wallet => (await ask('openPractice', { wallet })).addresses,
    practicePhrase: async wallet => takePhrase(await ask('practicePhrase', { wallet })),
    setAutoLock: rule => void ask('autoLock', { rule }).catch(() => undefined),
    notePresence: presence => void ask('presence', presence).catch(() => undefined),
    async lock(saidAtMs) {
      await ask('lock', saidAtMs === undefined ? {} : { saidAtMs })
      if (saidAtMs === undefined) become('locked')
    },
  }
}

import { type Address, assembleTransaction, type Owner, TernError } from '@tern/core'
import { type Bundle, parseBundle } from './bundle.ts'
import { checkPassphrase } from './passphrase.ts'
import type { Answer, Ask, NewWallet, Reply, SignerCall } from './requests.ts'

/** The app's side of the channel to a signer: a `Worker`, or a `MessagePort` that was started. */
export interface SignerConnection {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

export type KeysStatus = 'locked' | 'unlocking' | 'unlocked'

/** The wallets, as the app sees them: it can ask for signatures and never holds a key. */
export interface Keys {
  readonly status: KeysStatus
  /** The open wallets, in the bundle's order; empty unless `unlocked`. */
  readonly addresses: readonly Address[]
  /** Calls `listener` after each change of `status` or `addresses`. @returns what ends it. */
  subscribe(listener: () => void): () => void
  /**
   * A new bundle with one new wallet, which is open afterwards. Store the bundle before anything is sent to the wallet.
   * @throws TernError `wallet/passphraseRefused`
   */
  create(
    passphrase: string,
    wallet: Pick<NewWallet, 'suborgId'> & Partial<NewWallet>,
  ): Promise<{ readonly bundle: Bundle; readonly addresses: readonly Address[] }>
  /**
   * Opens every wallet of a bundle (about 0.8 s, off the page's thread).
   * @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered`, `wallet/bundleMalformed`,
   *   `wallet/bundleUnsupported`, `wallet/kdfRefused`, `trade/addressMismatch`
   */
  unlock(bundle: Bundle, passphrase: string): Promise<readonly Address[]>
  /**
   * Signs for one wallet, while it is open: `wallet/locked` otherwise, `trade/addressMismatch` for another wallet's
   * message, `wallet/refusedToSign` with the reason when the signer's firewall refuses.
   */
  owner(address: Address): Owner
  /** Forgets every key. */
  lock(): Promise<void>
}

/** The same passphrase gives the same bytes, however a keyboard composes its accents. */
const encodePassphrase = (passphrase: string) => new TextEncoder().encode(passphrase.normalize('NFKC'))

const signerFailed = (step: string) => new TernError('wallet/signerFailed', { step })

/** A function that asks the signer and waits for the answer with the same number. */
function callerOf(connection: SignerConnection) {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: TernError): void }>()
  let lastId = 0
  let stopped = false
  connection.addEventListener('message', ({ data }) => {
    const reply = data as Reply
    const asked = waiting.get(reply.id)
    if (!asked) return
    waiting.delete(reply.id)
    if ('error' in reply) asked.reject(new TernError(reply.error.code, reply.error.facts))
    else asked.resolve(reply.answer)
  })
  connection.addEventListener('error', () => {
    stopped = true
    for (const asked of waiting.values()) asked.reject(signerFailed('worker'))
    waiting.clear()
  })
  return <C extends SignerCall>(call: C, ask: Ask<C>, transfer: Transferable[] = []): Promise<Answer<C>> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(signerFailed(call))
      const id = ++lastId
      waiting.set(id, { resolve: answer => resolve(answer as Answer<C>), reject })
      connection.postMessage({ ...ask, id, call }, transfer)
    })
}

/**
 * Connects the app to its signer.
 * @param payees where trades may pay their fee (the fee wallet); the signer refuses transfers to anybody else.
 * @example
 * const keys = connectKeys(new Worker(new URL('@tern/custody/worker', import.meta.url), { type: 'module' }))
 * const { bundle, addresses } = await keys.create('correct horse battery staple', { suborgId })
 */
export function connectKeys(
  connection: SignerConnection,
  { payees = [], now = Date.now }: { payees?: readonly Address[]; now?: () => number } = {},
): Keys {
  const ask = callerOf(connection)
  const listeners = new Set<() => void>()
  let state: { status: KeysStatus; addresses: readonly Address[] } = { status: 'locked', addresses: [] }

  function become(status: KeysStatus, addresses: readonly Address[] = []): void {
    state = { status, addresses }
    for (const listener of listeners) listener()
  }

  async function opening<T extends { readonly addresses: readonly Address[] }>(open: () => Promise<T>): Promise<T> {
    become('unlocking')
    try {
      const opened = await open()
      become('unlocked', opened.addresses)
      return opened
    } catch (error) {
      become('locked')
      throw error
    }
  }

  connection.addEventListener('error', () => become('locked'))
  // Unanswered only when the signer is gone, and then every later call says so.
  if (payees.length > 0) ask('payees', { payees }).catch(() => undefined)

  return {
    get status() {
      return state.status
    },
    get addresses() {
      return state.addresses
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async create(passphrase, { suborgId, label = 'Main', createdAt = Math.floor(now() / 1000) }) {
      const { reasons } = checkPassphrase(passphrase)
      if (reasons.length > 0)
        throw new TernError('wallet/passphraseRefused', { reasons: reasons.map(reason => reason.text) })
      const bytes = encodePassphrase(passphrase)
      return opening(() => ask('create', { suborgId, label, createdAt, passphrase: bytes }, [bytes.buffer]))
    },
    async unlock(bundle, passphrase) {
      const parsed = parseBundle(bundle)
      const bytes = encodePassphrase(passphrase)
      const { addresses } = await opening(() => ask('unlock', { bundle: parsed, passphrase: bytes }, [bytes.buffer]))
      return addresses
    },
    owner(address) {
      return {
        address,
        async signTransactions(messages) {
          for (const { feePayer } of messages)
            if (feePayer !== address)
              throw new TernError('trade/addressMismatch', { expected: feePayer, actual: address })
          const asked = messages.map(({ bytes, limits }) => ({ bytes, ...(limits && { limits }) }))
          const { signatures } = await ask('sign', { address, messages: asked })
          return messages.map((message, i) => {
            const signature = signatures[i]
            if (!signature) throw signerFailed('sign')
            return assembleTransaction(message, [signature])
          })
        },
      }
    },
    async lock() {
      await ask('lock', {})
      become('locked')
    },
  }
}

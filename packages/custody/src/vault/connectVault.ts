import { type Address, isTernError, type Owner, TernError } from '@tern/core'
import type { Asked } from '../asked.ts'
import type { AutoLock } from '../autoLock.ts'
import { type Caller, callerOf, type SignerConnection } from '../caller.ts'
import { ownerBy } from '../owner.ts'
import type { SigningCalls } from '../requests.ts'
import type { FormOutcome, VaultCalls, VaultForm, VaultLook, VaultNotice, VaultState } from './requests.ts'

/** How a form is shown. */
export interface ShowOptions {
  /** The id that the vault's window was opened with, a UUID. */
  readonly window?: string
  /** Called once a person has confirmed the shown withdrawal. Only then does `withdrawingOwner` sign it. */
  readonly onConfirmed?: () => void
}

/** The terminal's view of the vault. It can request signatures and forms, but never holds a key or a secret. */
export interface Vault {
  readonly state: VaultState
  /** Lamports that the signed trades may spend, counted since the unlock or the last prompt. */
  readonly signedLamports: bigint
  /** Calls `listener` after each change of the fields above. @returns a function that ends it. */
  subscribe(listener: () => void): () => void
  look(look: VaultLook): void
  setAutoLock(rule: AutoLock): void
  notePresence(presence: { readonly isActive: boolean; readonly isInSight: boolean }): void
  /** Shows a form until it ends: over the page, or in a window if it `opensWindow`. */
  show(form: VaultForm, options?: ShowOptions): Promise<FormOutcome>
  hide(): Promise<void>
  /**
   * Makes a practice wallet without a passphrase, and opens it. @returns its address.
   * @throws TernError `wallet/notPractising` on any other chain, or if there are wallets with a passphrase.
   */
  practise(): Promise<Address>
  /** Forgets every key, in every tab. */
  lock(): Promise<void>
  /** Renames a wallet. @throws TernError `wallet/*`, such as `wallet/storeRefused` if the server refuses. */
  rename(address: Address, label: string): Promise<void>
  /** Sets if a wallet trades by its durable nonce account. @throws TernError as `rename`. */
  setNonceMode(address: Address, isOn: boolean): Promise<void>
  /** Ends the server's session in every other browser. @throws TernError `wallet/locked`, `wallet/storeRefused`. */
  signOutOthers(): Promise<void>
  /** Gives the person the encrypted wallet file. @throws TernError `wallet/*` unless it is known to be the newest. */
  download(): Promise<void>
  /**
   * Returns an owner that signs for a wallet while it is open. Signing throws TernError:
   *  - `wallet/locked` if the wallet is locked.
   *  - `trade/addressMismatch` for another wallet's message.
   *  - `wallet/refusedToSign` with the firewall's reason.
   *  - `wallet/notConfirmed` if the owner was asked and did not confirm.
   */
  owner(address: Address): Owner
  /** Returns an owner that signs the confirmed withdrawal of the open form. @throws TernError as the form shows it. */
  withdrawingOwner(address: Address): Owner
}

const isNotice = (data: unknown): data is VaultNotice =>
  typeof data === 'object' &&
  data !== null &&
  ('state' in data || 'signedLamports' in data || 'wants' in data || 'signing' in data)

/** The signer's own port. Signatures bypass the vault's page, so a busy page cannot delay a trade. */
interface Signing {
  readonly ask: Caller<SigningCalls>
  /** Rejects pending calls once the signer is gone. The port itself does not report that. */
  end(): void
}

function signingAt(port: MessagePort): Signing {
  const life = new EventTarget()
  const ask = callerOf<SigningCalls>({
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port.addEventListener(type, listener)
      else life.addEventListener(type, listener as (event: Event) => void)
    },
  })
  port.start()
  return {
    ask,
    end() {
      life.dispatchEvent(new Event('error'))
      port.close()
    },
  }
}

/**
 * Connects the terminal to its vault.
 *
 * @param confirm shows the form `confirmTrade` for trades beyond the signer's limits. It runs for a single request at a time.
 */
export function connectVault(connection: SignerConnection, confirm: (asked: Asked) => Promise<FormOutcome>): Vault {
  const ask = callerOf<VaultCalls>(connection)
  const listeners = new Set<() => void>()
  let state: VaultState = { status: 'loading' }
  let signedLamports = 0n
  let confirmed: (() => void) | undefined
  let signing: Signing | undefined

  connection.addEventListener('message', ({ data }) => {
    if (!isNotice(data)) return
    if ('wants' in data) return confirmed?.()
    if ('signing' in data) {
      signing?.end()
      signing = data.signing === null ? undefined : signingAt(data.signing)
      return
    }
    if ('state' in data) state = data.state
    else signedLamports = data.signedLamports
    for (const listener of listeners) listener()
  })

  let confirming: Promise<unknown> = Promise.resolve()

  async function sign(asked: Asked): Promise<readonly Uint8Array[]> {
    // Without a signer, no wallet is open.
    if (signing === undefined) throw new TernError('wallet/locked', { address: asked.address })
    try {
      return (await signing.ask('sign', asked)).signatures
    } catch (error) {
      if (!isTernError(error, 'wallet/overLimit')) throw error
    }
    const turn = confirming.then(() => confirm(asked))
    confirming = turn.catch(() => undefined)
    const { signatures } = await turn
    if (signatures === undefined) throw new TernError('wallet/notConfirmed', {})
    return signatures
  }

  return {
    get state() {
      return state
    },
    get signedLamports() {
      return signedLamports
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look: look => void ask('look', { look }).catch(() => undefined),
    setAutoLock: rule => void ask('autoLock', { rule }).catch(() => undefined),
    notePresence: presence => void ask('presence', presence).catch(() => undefined),
    async show(form, { window, onConfirmed } = {}) {
      confirmed = onConfirmed
      try {
        return await ask('show', { form, ...(window !== undefined && { window }) })
      } finally {
        if (confirmed === onConfirmed) confirmed = undefined
      }
    },
    async hide() {
      await ask('hide', {})
    },
    practise: async () => (await ask('practise', {})).address,
    async lock() {
      await ask('lock', {})
    },
    async rename(address, label) {
      await ask('rename', { address, label })
    },
    async setNonceMode(address, isOn) {
      await ask('nonceMode', { address, isOn })
    },
    async signOutOthers() {
      await ask('signOutOthers', {})
    },
    async download() {
      await ask('download', {})
    },
    owner: address => ownerBy(address, messages => sign({ address, messages })),
    withdrawingOwner: address =>
      ownerBy(address, async messages => {
        const signatures: Uint8Array[] = []
        for (const one of messages) signatures.push((await ask('withdraw', { address, ...one })).signature)
        return signatures
      }),
  }
}

import type { Address } from '@solana/addresses'
import { lighthouseProgram } from './addresses.ts'
import { assembleTransaction } from './assembleTransaction.ts'
import { type CompiledInstruction, readCompiledMessage } from './compiledMessage.ts'
import { TernError } from './errors.ts'
import type { Message, Owner, SignedTransaction } from './owner.ts'
import { addressBytes, parseAddress } from './parseAddress.ts'

/** A wallet of the Wallet Standard, as far as it is used here: whatever `getWallets()` of `@wallet-standard/app` lists is one. */
export interface StandardWallet {
  readonly name: string
  readonly features: object
}

/** An account that such a wallet lets the page use. */
export interface StandardAccount {
  /** In base58. */
  readonly address: string
  /** Those that it signs for, such as `solana:mainnet`. */
  readonly chains: readonly string[]
}

/** How a wallet of the Wallet Standard is asked. */
export interface StandardOptions {
  /** Where the transactions will run, such as `solana:mainnet`: a wallet simulates them there. Unset: it is left to the wallet. */
  readonly chain?: string
}

/** Of the feature `solana:signTransaction` (`@solana/wallet-standard-features`). */
interface SignTransaction {
  readonly supportedTransactionVersions?: readonly unknown[]
  signTransaction(
    ...inputs: readonly {
      readonly account: StandardAccount
      readonly transaction: Uint8Array
      readonly chain?: string
    }[]
  ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
}

/** The first bytes of Lighthouse's assertions (Jac0xb/lighthouse, `clients/rust/src/generated/instructions`); below them it writes, above it calls others. */
const [firstAssertion, lastAssertion] = [2, 15]

/** Lighthouse's assertions take 700 to 3,200 compute units each, and wallets add one or two. */
const guardUnits = 10_000

/** A wallet's own words, at most so many characters of them. */
const mostWords = 160

/**
 * An owner whose transactions a wallet of the Wallet Standard signs, one asking of it for all of a call. Nothing is sent by the
 * wallet. What it answers counts only if it is signed and does what was asked, to the byte; assertions of Lighthouse may be added
 * at its end, which can only make it fail: `message` of the signed transaction is then what was signed.
 * @throws TernError `wallet/cannotSign` when the wallet has no `solana:signTransaction` for version 0, or the account is for other
 * chains; `signTransactions`: `trade/addressMismatch`, `wallet/notConfirmed` when the person declined, `wallet/didNotSign` with the
 * wallet's words, `wallet/changedMessage`.
 */
export function walletStandardOwner(
  wallet: StandardWallet,
  account: StandardAccount,
  { chain }: StandardOptions = {},
): Owner {
  const address = parseAddress(account.address)
  const { name } = wallet
  const feature = (wallet.features as { readonly 'solana:signTransaction'?: SignTransaction })['solana:signTransaction']
  if (feature === undefined) throw new TernError('wallet/cannotSign', { wallet: name, why: 'it signs by sending only' })
  if (feature.supportedTransactionVersions?.includes(0) === false)
    throw new TernError('wallet/cannotSign', { wallet: name, why: 'it does not know transactions of version 0' })
  if (chain !== undefined && !account.chains.includes(chain))
    throw new TernError('wallet/cannotSign', { wallet: name, why: `this account is not for ${chain}` })

  async function ask(messages: readonly Message[]): Promise<readonly unknown[]> {
    const inputs = messages.map(message => ({
      account,
      transaction: assembleTransaction(message, [new Uint8Array(64)]).bytes,
      ...(chain !== undefined && { chain }),
    }))
    let answers: unknown
    try {
      answers = await feature?.signTransaction(...inputs)
    } catch (error) {
      throw walletRefusal(name, error)
    }
    if (!Array.isArray(answers) || answers.length !== messages.length) throw changed(name)
    return answers.map((answer: { readonly signedTransaction?: unknown } | null) => answer?.signedTransaction)
  }

  return {
    address,
    guardUnits,
    async signTransactions(messages) {
      for (const { signers } of messages)
        if (signers.length !== 1 || signers[0] !== address)
          throw new TernError('trade/addressMismatch', { expected: signers[0] ?? 'one signer', actual: address })
      if (messages.length === 0) return []
      const answers = await ask(messages)
      return Promise.all(messages.map((message, i) => signedBy(name, message, answers[i])))
    },
  }
}

const changed = (wallet: string) => new TernError('wallet/changedMessage', { wallet })

/**
 * Why a wallet did not do what it was asked: `wallet/notConfirmed` when the person declined, else `wallet/didNotSign` with its words.
 * There is no standard for how it says that somebody declined: by the code 4001, or in words.
 */
export function walletRefusal(wallet: string, error: unknown): TernError {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const words = typeof message === 'string' ? message : String(error)
  if (code === 4001 || /reject|denied|declin|cancel|disapprove/i.test(words))
    return new TernError('wallet/notConfirmed', {}, { cause: error })
  return new TernError('wallet/didNotSign', { wallet, why: words.slice(0, mostWords) }, { cause: error })
}

/** What a wallet answered for a message. @throws TernError `wallet/changedMessage` unless it is signed and does the same. */
async function signedBy(wallet: string, asked: Message, answer: unknown): Promise<SignedTransaction> {
  // From whatever realm; copied, since the wallet has it too.
  if (!ArrayBuffer.isView(answer)) throw changed(wallet)
  const wire = new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength)
  if (wire[0] !== 1) throw changed(wallet)
  const [signature, bytes] = [wire.slice(1, 65), wire.slice(65)]
  if (!doesTheSame(asked.bytes, bytes) || !(await isSigned(asked.feePayer, signature, bytes))) throw changed(wallet)
  return assembleTransaction({ ...asked, bytes }, [signature])
}

async function isSigned(by: Address, signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(addressBytes(by)), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, bytes)
}

/** Whether signed bytes are the message that was asked for, or that with assertions at its end. */
function doesTheSame(asked: Uint8Array, signed: Uint8Array): boolean {
  if (isEqual(asked, signed)) return true
  const [before, after] = [asked, signed].map(bytes => readCompiledMessage(bytes, 'unseen'))
  if (typeof before !== 'object' || typeof after !== 'object') return false
  const { length } = before.instructions
  return (
    after.lifetime === before.lifetime &&
    after.signers.join() === before.signers.join() &&
    before.instructions.every((instruction, i) => isSameInstruction(instruction, after.instructions[i])) &&
    after.instructions.slice(length).every(isAssertion)
  )
}

function isAssertion({ program, data }: CompiledInstruction): boolean {
  const [kind = 0] = data
  return program === lighthouseProgram && kind >= firstAssertion && kind <= lastAssertion
}

const isSameInstruction = (a: CompiledInstruction, b: CompiledInstruction | undefined): boolean =>
  b !== undefined && a.program === b.program && a.accounts.join() === b.accounts.join() && isEqual(a.data, b.data)

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

import { lighthouseProgram } from './addresses.ts'
import { assembleTransaction } from './assembleTransaction.ts'
import { type CompiledInstruction, readCompiledMessage } from './compiledMessage.ts'
import { assertSigners, cosign, isSigned } from './cosigner.ts'
import { TernError } from './errors.ts'
import type { Message, Owner } from './owner.ts'
import { parseAddress } from './parseAddress.ts'
import { readableText, walletName } from './readableText.ts'

/** The part of a Wallet Standard wallet that Tern uses. `getWallets()` of `@wallet-standard/app` lists such wallets. */
export interface StandardWallet {
  readonly name: string
  readonly features: object
}

/** An account that a Wallet Standard wallet lets the page use. */
export interface StandardAccount {
  /** In base58. */
  readonly address: string
  /** The chains that the account signs for, such as `solana:mainnet`. */
  readonly chains: readonly string[]
}

/** Options of every request to a Wallet Standard wallet. */
export interface StandardOptions {
  /** The chain that the wallet simulates the transactions on, such as `solana:mainnet`. Unset: the wallet chooses. */
  readonly chain?: string
}

/** The feature `solana:signTransaction` of `@solana/wallet-standard-features`. */
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

/**
 * The first data byte of Lighthouse's assertions. Lower numbers write accounts, higher numbers call other programs.
 * @see Jac0xb/lighthouse `clients/rust/src/generated/instructions`
 */
const [firstAssertion, lastAssertion] = [2, 15]

/** Compute units for the assertions of Lighthouse: a wallet adds one or two, of 700 to 3,200 units each. */
const guardUnits = 10_000

/** The max characters of a wallet's own error text. */
const maxWords = 160

/**
 * Makes an owner that signs by a Wallet Standard wallet. Each call of `signTransactions` asks the wallet once, for all messages. The
 * wallet signs and does not send.
 * The owner refuses an answer without a signature, or with instructions that differ from the message by a byte. Cosigners sign the wallet's
 * bytes after it.
 * A wallet may append assertions of Lighthouse, because an assertion can only make a transaction fail. `message` of the signed
 * transaction then holds the bytes that were signed.
 *
 * @returns an owner whose `signTransactions` throws TernError `trade/addressMismatch`, `wallet/notConfirmed` if the person
 * declined, `wallet/didNotSign` with the wallet's words, or `wallet/changedMessage`.
 * @throws TernError `wallet/cannotSign` if the wallet has no `solana:signTransaction` for version 0, or if the account is for
 * other chains.
 * @example
 * walletStandardOwner(wallet, account, { chain: 'solana:mainnet' }).address // the account's address
 */
export function walletStandardOwner(
  wallet: StandardWallet,
  account: StandardAccount,
  { chain }: StandardOptions = {},
): Owner {
  const address = parseAddress(account.address)
  const name = walletName(wallet.name)
  const feature = (wallet.features as { readonly 'solana:signTransaction'?: SignTransaction })['solana:signTransaction']
  if (feature === undefined) throw new TernError('wallet/cannotSign', { wallet: name, why: 'it signs by sending only' })
  if (feature.supportedTransactionVersions?.includes(0) === false)
    throw new TernError('wallet/cannotSign', { wallet: name, why: 'it does not know transactions of version 0' })
  if (chain !== undefined && !account.chains.includes(chain))
    throw new TernError('wallet/cannotSign', { wallet: name, why: `this account is not for ${chain}` })

  async function ask(messages: readonly Message[]): Promise<readonly unknown[]> {
    const inputs = messages.map(message => ({
      account,
      transaction: assembleTransaction(
        message,
        message.signers.map(() => new Uint8Array(64)),
      ).bytes,
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
    async signTransactions(messages, cosigners = []) {
      assertSigners(address, messages, cosigners)
      if (messages.length === 0) return []
      const answers = await ask(messages)
      // A cosigner signs nothing unless the wallet has signed all messages as they were planned.
      const signed = await Promise.all(messages.map((message, i) => signedBy(name, message, answers[i])))
      return Promise.all(
        signed.map(async ({ message, signature }) =>
          assembleTransaction(message, [signature, ...(await cosign(message, cosigners, message.bytes))]),
        ),
      )
    },
  }
}

const changed = (wallet: string) => new TernError('wallet/changedMessage', { wallet })

/**
 * Makes Tern's error of an error that a wallet threw.
 * No standard says how a wallet reports that the person declined. Wallets use the code 4001 or words.
 *
 * @returns `wallet/notConfirmed` if the person declined, otherwise `wallet/didNotSign` with the wallet's words.
 * @example
 * walletRefusal('Kestrel', { code: 4001, message: 'User rejected the request.' }).code // 'wallet/notConfirmed'
 */
export function walletRefusal(wallet: string, error: unknown): TernError {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const words = typeof message === 'string' ? message : String(error)
  if (code === 4001 || /reject|denied|declin|cancel|disapprove/i.test(words))
    return new TernError('wallet/notConfirmed', {}, { cause: error })
  return new TernError(
    'wallet/didNotSign',
    { wallet: walletName(wallet), why: readableText(words, maxWords) },
    { cause: error },
  )
}

/** A message as the wallet signed it, with the wallet's own signature. */
interface OwnSigned {
  readonly message: Message
  readonly signature: Uint8Array
}

/** Checks a wallet's answer. @throws TernError `wallet/changedMessage` unless it is signed and does the same as the message. */
async function signedBy(wallet: string, asked: Message, answer: unknown): Promise<OwnSigned> {
  // The array may come from another realm, so `instanceof` would fail. The wallet keeps it, so its bytes are copied.
  if (!ArrayBuffer.isView(answer)) throw changed(wallet)
  const wire = new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength)
  const { length } = asked.signers
  if (wire[0] !== length) throw changed(wallet)
  const [signature, bytes] = [wire.slice(1, 65), wire.slice(1 + 64 * length)]
  if (!doesTheSame(asked.bytes, bytes) || !(await isSigned(asked.feePayer, signature, bytes))) throw changed(wallet)
  return { message: { ...asked, bytes }, signature }
}

/** Tests if signed bytes are the message, or the message with assertions at its end. */
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

import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { type Address, type Message, TernError } from '@tern/core'
import type { BlockhashLifetime } from '../read/blockhash.ts'

/** A serialized transaction must stay under so many characters of base64. */
const transactionBase64Limit = 1644

/** The format of a message: version 0, or the one before versions. */
export type MessageVersion = 0 | 'legacy'

/** What a message is compiled from. */
export interface MessageRequest {
  readonly feePayer: Address
  readonly lifetime: BlockhashLifetime
  readonly instructions: readonly Instruction[]
  /** Unset: 0. */
  readonly version?: MessageVersion
}

/** The bytes to sign. @throws TernError `transaction/noInstructions`, `transaction/tooLarge`. */
export function compileMessage(request: MessageRequest): Message {
  if (request.instructions.length === 0) throw new TernError('transaction/noInstructions', {})
  const { bytes, signers } = compile(request)
  const message: Message = { bytes, signers, feePayer: request.feePayer, lifetime: request.lifetime }
  const characters = base64Length(transactionSize(message))
  if (characters >= transactionBase64Limit)
    throw new TernError('transaction/tooLarge', { characters, limit: transactionBase64Limit })
  return message
}

function compile({ feePayer, lifetime, instructions, version = 0 }: MessageRequest) {
  const compiled = compileTransactionMessage(
    appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: lifetime.blockhash as Blockhash, lastValidBlockHeight: lifetime.lastValidBlockHeight },
        setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version })),
      ),
    ),
  )
  return {
    bytes: Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compiled)),
    signers: compiled.staticAccounts.slice(0, compiled.header.numSignerAccounts),
  }
}

/** Bytes of the whole transaction: a count, 64 a signature, the message. */
export function transactionSize({ bytes, signers }: Pick<Message, 'bytes' | 'signers'>): number {
  return (signers.length > 0x7f ? 2 : 1) + 64 * signers.length + bytes.length
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

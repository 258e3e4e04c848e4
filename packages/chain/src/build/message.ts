import type { Instruction } from '@solana/kit'
import { type Address, addressBytes, type Message, TernError } from '@tern/core'
import type { BlockhashLifetime } from '../read/blockhash.ts'
import { AccountRole, isSigner, isWritable } from './accountRole.ts'

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

/** Every account in the order that a message demands, the fee payer first: signers before others, writable ones before the rest. */
function rolesOf({ feePayer, instructions }: MessageRequest): readonly (readonly [Address, number])[] {
  const roles = new Map<Address, number>([[feePayer, AccountRole.WRITABLE_SIGNER]])
  const name = (address: Address, role: number) => roles.set(address, (roles.get(address) ?? 0) | role)
  for (const { programAddress, accounts = [] } of instructions) {
    for (const { address, role } of accounts) name(address, role)
    name(programAddress, AccountRole.READONLY)
  }
  return [...roles].sort(([, a], [, b]) => b - a)
}

function compile(request: MessageRequest): Pick<Message, 'bytes' | 'signers'> {
  const accounts = rolesOf(request)
  const places = new Map(accounts.map(([address], i) => [address, i]))
  const place = (address: Address) => places.get(address) ?? 0
  const count = (is: (role: number) => boolean) => accounts.filter(([, role]) => is(role)).length
  const isVersioned = request.version !== 'legacy'
  const bytes = [
    ...(isVersioned ? [0x80] : []),
    ...[
      count(isSigner),
      count(role => role === AccountRole.READONLY_SIGNER),
      count(role => !isSigner(role) && !isWritable(role)),
    ],
    ...shortLength(accounts.length),
    ...accounts.flatMap(([address]) => [...addressBytes(address)]),
    ...addressBytes(request.lifetime.blockhash),
    ...shortLength(request.instructions.length),
    ...request.instructions.flatMap(({ programAddress, accounts = [], data = [] }) => [
      place(programAddress),
      ...shortLength(accounts.length),
      ...accounts.map(({ address }) => place(address)),
      ...shortLength(data.length),
      ...data,
    ]),
    // No lookup tables.
    ...(isVersioned ? [0] : []),
  ]
  return {
    bytes: Uint8Array.from(bytes),
    signers: accounts.filter(([, role]) => isSigner(role)).map(([address]) => address),
  }
}

/** A length as messages write it: seven bits a byte, the lowest first. */
function shortLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...shortLength(length >> 7)]
}

/** Bytes of the whole transaction: a count, 64 a signature, the message. */
export function transactionSize({ bytes, signers }: Pick<Message, 'bytes' | 'signers'>): number {
  return (signers.length > 0x7f ? 2 : 1) + 64 * signers.length + bytes.length
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

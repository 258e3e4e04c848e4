import type { Instruction } from '@solana/kit'
import { type Address, type Lifetime, type LookupTable, type Message, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { AccountRole, isSigner, isWritable } from './accountRole.ts'

/** A serialized transaction must be shorter than this, in base64 characters. */
const transactionBase64Limit = 1644

/** Format of a message: version 0, or the unversioned format before it. */
export type MessageVersion = 0 | 'legacy'

/**
 * The runtime locks at most this many accounts for a transaction, with those from lookup tables.
 * @see `MAX_TX_ACCOUNT_LOCKS`
 */
const maxAccounts = 64

/** A lookup table. A version 0 message can name its addresses by a byte each. */
export interface TableOfAddresses extends Pick<LookupTable, 'address'> {
  /** In the table's order. `undefined`: the message must not look up this address. */
  readonly addresses: readonly (Address | undefined)[]
}

/** The parts of a message. */
export interface MessageRequest {
  readonly feePayer: Address
  /** With a nonce, the first instruction must advance it. */
  readonly lifetime: Lifetime
  readonly instructions: readonly Instruction[]
  /** Unset: 0. */
  readonly version?: MessageVersion
  /** Used only with version 0. Signers and called programs are never looked up. A table that saves no bytes is left out. */
  readonly lookupTables?: readonly TableOfAddresses[]
}

/**
 * Compiles a message into the bytes to sign.
 *
 * @throws TernError `transaction/noInstructions` if there are no instructions.
 * @throws TernError `transaction/tooLarge` if the signed transaction has 1,644 base64 characters or more, or more than 64 accounts.
 * @example
 * compileMessage({ feePayer: owner, lifetime, instructions: [transferInstruction(owner, to, 1_000n)] }).signers // [owner]
 */
export function compileMessage(request: MessageRequest): Message {
  if (request.instructions.length === 0) throw new TernError('transaction/noInstructions', {})
  const { bytes, signers, accounts } = compile(request)
  if (accounts > maxAccounts) throw new TernError('transaction/tooLarge', { accounts, limit: maxAccounts })
  const message: Message = { bytes, signers, feePayer: request.feePayer, lifetime: request.lifetime }
  const characters = base64Length(transactionSize(message))
  if (characters >= transactionBase64Limit)
    throw new TernError('transaction/tooLarge', { characters, limit: transactionBase64Limit })
  return message
}

/** Lists every account in the message's order: the fee payer, then signers before others, and writable before read-only. */
function rolesOf({ feePayer, instructions }: MessageRequest): readonly (readonly [Address, number])[] {
  const roles = new Map<Address, number>([[feePayer, AccountRole.WRITABLE_SIGNER]])
  const name = (address: Address, role: number) => roles.set(address, (roles.get(address) ?? 0) | role)
  for (const { programAddress, accounts = [] } of instructions) {
    for (const { address, role } of accounts) name(address, role)
    name(programAddress, AccountRole.READONLY)
  }
  return [...roles].sort(([, a], [, b]) => b - a)
}

/** Accounts of a message that a lookup table holds, with their positions in the table. */
interface LookedUp {
  readonly table: Address
  readonly writable: readonly (readonly [Address, number])[]
  readonly readonly: readonly (readonly [Address, number])[]
}

/** Min accounts for which a table pays off. It costs 34 bytes, and saves 31 for each account. */
const minLookedUp = 2

/** Assigns accounts to lookup tables. No account goes to two tables. */
function lookUp(
  { lookupTables = [], version, instructions }: MessageRequest,
  accounts: readonly (readonly [Address, number])[],
): readonly LookedUp[] {
  if (version === 'legacy') return []
  const called = new Set(instructions.map(({ programAddress }) => programAddress))
  const left = new Map(accounts.filter(([address, role]) => !isSigner(role) && !called.has(address)))
  return lookupTables.flatMap(({ address: table, addresses }) => {
    const found = addresses.flatMap((address, at) =>
      address !== undefined && left.has(address) && at < 256 ? [[address, at] as const] : [],
    )
    const each = new Map(found)
    if (each.size < minLookedUp) return []
    const writable = [...each].filter(([address]) => isWritable(left.get(address) ?? 0))
    const readonly = [...each].filter(([address]) => !isWritable(left.get(address) ?? 0))
    for (const address of each.keys()) left.delete(address)
    return [{ table, writable, readonly }]
  })
}

function compile(request: MessageRequest): Pick<Message, 'bytes' | 'signers'> & { readonly accounts: number } {
  const { lifetime } = request
  const all = rolesOf(request)
  const lookedUp = lookUp(request, all)
  const [writable, readonly] = [lookedUp.flatMap(one => one.writable), lookedUp.flatMap(one => one.readonly)]
  const fromTables = new Set([...writable, ...readonly].map(([address]) => address))
  const accounts = all.filter(([address]) => !fromTables.has(address))
  const named = [...accounts, ...writable, ...readonly]
  const places = new Map(named.map(([address], i) => [address, i]))
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
    ...addressBytes(lifetime.kind === 'nonce' ? lifetime.nonce : lifetime.blockhash),
    ...shortLength(request.instructions.length),
    ...request.instructions.flatMap(({ programAddress, accounts = [], data = [] }) => [
      place(programAddress),
      ...shortLength(accounts.length),
      ...accounts.map(({ address }) => place(address)),
      ...shortLength(data.length),
      ...data,
    ]),
    ...(isVersioned ? [...shortLength(lookedUp.length), ...lookedUp.flatMap(lookupBytes)] : []),
  ]
  return {
    bytes: Uint8Array.from(bytes),
    signers: accounts.filter(([, role]) => isSigner(role)).map(([address]) => address),
    accounts: named.length,
  }
}

function lookupBytes({ table, writable, readonly }: LookedUp): readonly number[] {
  const places = (found: LookedUp['writable']) => [...shortLength(found.length), ...found.map(([, at]) => at)]
  return [...addressBytes(table), ...places(writable), ...places(readonly)]
}

/** Encodes a length for a message: seven bits a byte, lowest bits first. */
function shortLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...shortLength(length >> 7)]
}

/**
 * Computes the size of a signed transaction: the signature count, 64 bytes for each signature, and the message.
 *
 * @returns bytes.
 * @example
 * transactionSize({ bytes: new Uint8Array(100), signers: [owner] }) // 165 bytes
 */
export function transactionSize({ bytes, signers }: Pick<Message, 'bytes' | 'signers'>): number {
  return (signers.length > 0x7f ? 2 : 1) + 64 * signers.length + bytes.length
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes, readAddress } from '@tern/core/internal'

/** The largest transaction that fits a network packet: `PACKET_DATA_SIZE`. */
export const largestWire = 1232

interface WireInstruction {
  readonly programIndex: number
  readonly accounts: Uint8Array
  readonly data: Uint8Array
}

interface TableLookup {
  readonly table: Address
  readonly writable: Uint8Array
  readonly readonly: Uint8Array
}

/** A compiled message, parsed but not judged: the runtime checks its numbers. */
export interface WireMessage {
  readonly bytes: Uint8Array
  readonly version: 'legacy' | 0
  readonly signers: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
  readonly accounts: readonly Address[]
  /** Base58. The nonce, if the first instruction advances a nonce. */
  readonly blockhash: string
  readonly instructions: readonly WireInstruction[]
  readonly lookups: readonly TableLookup[]
}

export interface WireTransaction {
  readonly bytes: Uint8Array
  /** The first signature, base58. */
  readonly signature: string
  readonly message: WireMessage
  /** Offsets in `bytes` of the message and of its 32 bytes of blockhash. */
  readonly messageOffset: number
  readonly blockhashOffset: number
}

/** Reads bytes from front to back. Reading past the end returns nothing and sets `failed`. */
class Reader {
  readonly bytes: Uint8Array
  at: number
  failed = false

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  u8(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) this.failed = true
    return value ?? 0
  }

  /** Solana's compact-u16: 7 bits a byte, at most three bytes, in the shortest form only. */
  length(): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8()
      if (shift > 0 && byte === 0) this.failed = true
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if (value > 0xffff) this.failed = true
        return value
      }
    }
    this.failed = true
    return 0
  }

  take(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.bytes.length) this.failed = true
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  /** Reads a length and that many items. Stops when the bytes run out. */
  list<T>(item: () => T): readonly T[] {
    const length = this.length()
    const items: T[] = []
    for (let i = 0; i < length && !this.failed; i++) items.push(item())
    return items
  }

  readonly address = (): Address => {
    const bytes = this.take(32)
    return this.failed ? ('' as Address) : readAddress(new DataView(bytes.buffer, bytes.byteOffset, 32), 0)
  }
}

/** Parses a transaction that fills `bytes` exactly. Returns the reason if it cannot. */
export function readWire(bytes: Uint8Array): WireTransaction | string {
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(64))
  if (reader.failed) return 'no signatures'
  const messageOffset = reader.at
  const read = readMessageFrom(reader)
  if (typeof read === 'string') return read
  const [first] = signatures
  if (first === undefined || read.message.signers !== signatures.length || !isSane(read.message)) return unsanitary
  return { bytes, signature: encodeBase58(first), messageOffset, ...read }
}

/** A cluster's error text for a transaction whose parts do not fit together. */
const unsanitary = 'Transaction failed to sanitize accounts offsets correctly'
const maxAccounts = 256
/** SIMD-0160. */
const maxInstructions = 64

/** Checks that the numbers in a message are in range (`VersionedMessage::sanitize`). */
function isSane({ accounts, signers, readonlySigners, readonlyOthers, instructions, lookups }: WireMessage): boolean {
  if (signers + readonlyOthers > accounts.length || readonlySigners >= signers) return false
  let all = accounts.length
  for (const { writable, readonly } of lookups) {
    if (writable.length + readonly.length === 0) return false
    all += writable.length + readonly.length
  }
  if (all > maxAccounts || instructions.length > maxInstructions) return false
  return instructions.every(
    ({ programIndex, accounts: used }) =>
      programIndex > 0 && programIndex < accounts.length && used.every(index => index < all),
  )
}

/** Parses a message that fills `bytes` exactly. Returns the reason if it cannot. */
export function readWireMessage(bytes: Uint8Array): WireMessage | string {
  const read = readMessageFrom(new Reader(bytes))
  return typeof read === 'string' ? read : read.message
}

function readMessageFrom(reader: Reader): { message: WireMessage; blockhashOffset: number } | string {
  const start = reader.at
  const prefix = reader.u8()
  if (prefix > 0x80) return `unknown message version ${prefix - 0x80}`
  const version = prefix === 0x80 ? 0 : 'legacy'
  const signers = version === 'legacy' ? prefix : reader.u8()
  const readonlySigners = reader.u8()
  const readonlyOthers = reader.u8()
  const accounts = reader.list(reader.address)
  const blockhashOffset = reader.at
  const blockhash = encodeBase58(reader.take(32))
  const instructions = reader.list(() => ({
    programIndex: reader.u8(),
    accounts: reader.take(reader.length()),
    data: reader.take(reader.length()),
  }))
  const lookups =
    version === 'legacy'
      ? []
      : reader.list(() => ({
          table: reader.address(),
          writable: reader.take(reader.length()),
          readonly: reader.take(reader.length()),
        }))
  if (reader.failed) return 'the bytes end too early'
  if (reader.at !== reader.bytes.length) return `${reader.bytes.length - reader.at} bytes too many`
  const bytes = reader.bytes.subarray(start)
  const message = {
    bytes,
    version,
    signers,
    readonlySigners,
    readonlyOthers,
    accounts,
    blockhash,
    instructions,
    lookups,
  } as const
  return { message, blockhashOffset }
}

/**
 * Reports if the message asks for write access to its account at `index`. The runtime may still deny programs and
 * sysvars.
 */
export function isWritableIndex(message: WireMessage, index: number): boolean {
  const { signers, readonlySigners, readonlyOthers, accounts } = message
  return index < signers ? index < signers - readonlySigners : index < accounts.length - readonlyOthers
}

/** Returns the transaction with another blockhash. Its signatures are no longer valid. */
export function withBlockhash(wire: WireTransaction, blockhash: string): WireTransaction {
  const bytes = new Uint8Array(wire.bytes)
  bytes.set(addressBytes(blockhash), wire.blockhashOffset)
  const changed = readWire(bytes)
  return typeof changed === 'string' ? wire : changed
}

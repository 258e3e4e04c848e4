import type { Address } from '@solana/addresses'
import { encodeBase58 } from './base58.ts'

/** One instruction of a compiled message, its indices resolved. */
export interface CompiledInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** What a compiled message says, as far as a signer must know it. */
export interface CompiledMessage {
  readonly signers: readonly Address[]
  /** The blockhash, or the value of a nonce account in its place. */
  readonly lifetime: string
  readonly instructions: readonly CompiledInstruction[]
}

/** A transaction on the wire has 1,232 bytes; one signature and its count leave this much to the message. */
const MAX_MESSAGE_LENGTH = 1232 - 65

/** Reads bytes in order; `undefined` from any of them ends the reading. */
function readerOf(bytes: Uint8Array) {
  let offset = 0
  const u8 = () => bytes[offset++]
  return {
    u8,
    /** A length in one to three bytes of seven bits, in the only spelling the runtime takes. */
    shortU16(): number | undefined {
      let value = 0
      for (let i = 0; i < 3; i++) {
        const byte = u8()
        if (byte === undefined || (i > 0 && byte === 0)) return undefined
        value |= (byte & 0x7f) << (7 * i)
        if (byte < 0x80) return value <= 0xffff ? value : undefined
      }
      return undefined
    },
    take(length: number | undefined): Uint8Array | undefined {
      if (length === undefined || offset + length > bytes.length) return undefined
      offset += length
      return bytes.subarray(offset - length, offset)
    },
    done: () => offset === bytes.length,
  }
}

const unseenPrefix = 'looked up '

/** Whether an account of an instruction stands in a lookup table: it is another than any that the message names, and nobody here sees which. */
export const isUnseen = (account: Address): boolean => account.startsWith(unseenPrefix)

/** The accounts that come from lookup tables, in the order that instructions count them in; `undefined`: malformed. */
function readLookups(read: ReturnType<typeof readerOf>): readonly Address[] | undefined {
  const count = read.shortU16()
  if (count === undefined) return undefined
  const [writable, readonly]: [Address[], Address[]] = [[], []]
  for (let table = 0; table < count; table++) {
    const key = read.take(32)
    if (!key) return undefined
    let named = 0
    for (const list of [writable, readonly]) {
      const places = read.take(read.shortU16())
      if (!places) return undefined
      named += places.length
      for (const place of places) list.push(`${unseenPrefix}${encodeBase58(key)}.${table}.${place}` as Address)
    }
    if (named === 0) return undefined
  }
  return [...writable, ...readonly]
}

/**
 * Reads a compiled message, v0 or legacy, as strictly as the runtime does.
 * @param lookups whether accounts may stand in lookup tables, which nobody offline can see: they are given names of their own.
 * @returns what it says, or why it is refused: malformed, or with accounts in lookup tables where none may be.
 */
export function readCompiledMessage(
  bytes: Uint8Array,
  lookups: 'refused' | 'unseen' = 'refused',
): CompiledMessage | string {
  const malformed = 'the message is malformed'
  if (bytes.length > MAX_MESSAGE_LENGTH) return 'the message is too large'
  const first = bytes[0]
  if (first === undefined) return malformed
  const versioned = first >= 0x80
  if (versioned && first !== 0x80) return 'the message is of an unknown version'
  const read = readerOf(versioned ? bytes.subarray(1) : bytes)

  const [signerCount, readonlySigners, readonlyOthers] = [read.u8(), read.u8(), read.u8()]
  const keyCount = read.shortU16()
  if (signerCount === undefined || readonlySigners === undefined || readonlyOthers === undefined) return malformed
  if (keyCount === undefined || signerCount === 0 || readonlySigners >= signerCount) return malformed
  if (signerCount + readonlyOthers > keyCount) return malformed
  const keys: Address[] = []
  for (let i = 0; i < keyCount; i++) {
    const key = read.take(32)
    if (!key) return malformed
    keys.push(encodeBase58(key) as Address)
  }
  if (new Set(keys).size !== keys.length) return malformed
  const lifetime = read.take(32)
  if (!lifetime) return malformed

  const instructionCount = read.shortU16()
  if (instructionCount === undefined) return malformed
  const raw: { programIndex: number; accountIndices: Uint8Array; data: Uint8Array }[] = []
  for (let i = 0; i < instructionCount; i++) {
    const programIndex = read.u8()
    const accountIndices = read.take(read.shortU16())
    const data = read.take(read.shortU16())
    if (programIndex === undefined || !accountIndices || !data) return malformed
    raw.push({ programIndex, accountIndices, data })
  }
  const unseen = versioned ? readLookups(read) : []
  if (unseen === undefined || !read.done()) return malformed
  if (unseen.length > 0 && lookups === 'refused') return 'accounts in lookup tables cannot be checked here'
  const named = [...keys, ...unseen]

  const instructions: CompiledInstruction[] = []
  for (const { programIndex, accountIndices, data } of raw) {
    // A program is never looked up.
    const program = programIndex === 0 ? undefined : keys[programIndex]
    const accounts = [...accountIndices].map(index => named[index])
    if (program === undefined || !accounts.every(account => account !== undefined)) return malformed
    instructions.push({ program, accounts, data })
  }
  return { signers: keys.slice(0, signerCount), lifetime: encodeBase58(lifetime), instructions }
}

import type { Address } from '@solana/addresses'
import { encodeBase58 } from './base58.ts'

/** An instruction of a compiled message, with addresses for its account indices. */
export interface CompiledInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** The parts of a compiled message that a signer checks. */
export interface CompiledMessage {
  readonly signers: readonly Address[]
  /** The blockhash, or the value of a durable nonce, in base58. */
  readonly lifetime: string
  readonly instructions: readonly CompiledInstruction[]
}

/** The max bytes of a message: a transaction has at most 1,232, and a signature and its count take 65 of these. */
const maxMessageLength = 1232 - 65

/** Reads bytes in order. Every reader returns `undefined` if the bytes end early, and the caller then refuses the message. */
function readerOf(bytes: Uint8Array) {
  let offset = 0
  const u8 = () => bytes[offset++]
  return {
    u8,
    /** Reads a length of one to three bytes with seven bits each. Like the runtime, it refuses needless bytes. */
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

/**
 * Tests if an account comes from a lookup table. Its address is unknown here, and is not in the message itself.
 *
 * @example
 * isUnseen(systemProgram) // false
 */
export const isUnseen = (account: Address): boolean => account.startsWith(unseenPrefix)

/** Reads the accounts of the lookup tables, in the order of the instructions' indices. `undefined` means malformed. */
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
 *
 * @param lookups `unseen` allows accounts in lookup tables. Their addresses cannot be known offline, so each gets a made-up name.
 * @returns the message, or the reason for a refusal: it is malformed, too large or of an unknown version, or it uses lookup
 * tables although `lookups` is `refused`.
 * @example
 * readCompiledMessage(new Uint8Array(0)) // 'the message is malformed'
 */
export function readCompiledMessage(
  bytes: Uint8Array,
  lookups: 'refused' | 'unseen' = 'refused',
): CompiledMessage | string {
  const malformed = 'the message is malformed'
  if (bytes.length > maxMessageLength) return 'the message is too large'
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
    // The runtime takes no program from a lookup table, nor the fee payer as a program.
    const program = programIndex === 0 ? undefined : keys[programIndex]
    const accounts = [...accountIndices].map(index => named[index])
    if (program === undefined || !accounts.every(account => account !== undefined)) return malformed
    instructions.push({ program, accounts, data })
  }
  return { signers: keys.slice(0, signerCount), lifetime: encodeBase58(lifetime), instructions }
}

import { type Address, decodeBase58, isTernError, type TernError } from '@tern/core'
import { rpcError } from './rpcError.ts'

/** The options of a call, as the client sent them. */
export type Options = Readonly<Record<string, unknown>>

export const invalidParams = (message: string, data?: string): TernError<'practice/refused'> =>
  rpcError('invalidParams', message, data)

/** The refusal of a value with a wrong type, in serde's words, like a cluster. */
export const wrongType = (value: unknown, expected: string): TernError<'practice/refused'> =>
  invalidParams(`Invalid params: invalid type: ${described(value)}, expected ${expected}.`)

/** The refusal of a name that is not among `known`, in serde's words. */
export function unknownVariant(value: string, known: readonly string[]): TernError<'practice/refused'> {
  const names = known.map(name => `\`${name}\``)
  const expected = names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`
  return invalidParams(`Invalid params: unknown variant \`${value}\`, expected ${expected}.`)
}

function described(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(value)}`
    case 'boolean':
      return `boolean \`${value}\``
    case 'number':
      return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'sequence' : 'map'
  }
}

export const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/**
 * Reads optional options.
 * @param struct the cluster's name for these options.
 */
export function readOptions(value: unknown, struct: string): Options {
  if (isAbsent(value)) return {}
  return readObject(value, `struct ${struct}`)
}

/** Reads a required object. */
export function readObject(value: unknown, what: string): Options {
  if (!isObject(value)) throw wrongType(value, what)
  return value
}

/** Reads a required field. */
export function readField(object: Options, name: string): unknown {
  const value = object[name]
  if (value === undefined) throw invalidParams(`Invalid params: missing field \`${name}\`.`)
  return value
}

export function readArray(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(value, 'a sequence')
  return value
}

export function readString(value: unknown): string {
  if (typeof value !== 'string') throw wrongType(value, 'a string')
  return value
}

/** Reads a name that must be among `known`. */
export function readVariant<T extends string>(value: unknown, known: readonly T[]): T {
  if (typeof value !== 'string') throw wrongType(value, 'string or map')
  const found = known.find(name => name === value)
  if (found === undefined) throw unknownVariant(value, known)
  return found
}

/** Reads an optional name that must be among `known`. */
export const readOptionalVariant = <T extends string, E>(value: unknown, known: readonly T[], whenAbsent: E): T | E =>
  isAbsent(value) ? whenAbsent : readVariant(value, known)

/** Reads an array of at most `max` strings, each with `read`. */
export function readStrings<T>(value: unknown, max: number, read: (text: unknown) => T): readonly T[] {
  const list = readArray(value)
  for (const text of list) readString(text)
  if (list.length > max) throw invalidParams(`Too many inputs provided; max ${max}`)
  return list.map(read)
}

/**
 * Checks that `text` encodes `size` bytes in base58.
 * @returns a cluster's name for the fault; `undefined` if there is no fault.
 */
export function checkBase58(text: string, size: 32 | 64): 'Invalid' | 'WrongSize' | undefined {
  if (text.length > (size === 32 ? 44 : 88)) return 'WrongSize'
  try {
    return decodeBase58(text).length === size ? undefined : 'WrongSize'
  } catch {
    return 'Invalid'
  }
}

/** Reads an address. A cluster refuses others with 'Invalid param: WrongSize' or 'Invalid param: Invalid'. */
export function readAddress(value: unknown): Address {
  const text = readString(value)
  const wrong = checkBase58(text, 32)
  if (wrong !== undefined) throw invalidParams(`Invalid param: ${wrong}`)
  return text as Address
}

/** Reads a transaction's signature, in base58. */
export function readSignature(value: unknown): string {
  const text = readString(value)
  const wrong = checkBase58(text, 64)
  if (wrong !== undefined) throw invalidParams(`Invalid param: ${wrong}`)
  return text
}

const maxU64 = 2n ** 64n - 1n

/**
 * Reads a u64 from JSON. Beyond 2^53 it is only as exact as a double.
 * @param type the cluster's name for the type.
 */
export function readU64(value: unknown, type: 'u64' | 'usize' | 'u8' = 'u64'): bigint {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(value, type)
  if (value < 0 || (type === 'u8' && value > 255))
    throw invalidParams(`Invalid params: invalid value: integer \`${value}\`, expected ${type}.`)
  const whole = BigInt(value)
  // The largest u64 becomes 2^64 as a double.
  if (whole > maxU64 + 1n) throw wrongType(value, type)
  return whole > maxU64 ? maxU64 : whole
}

/** Reads an optional u64. */
export function readOptionalU64(value: unknown, type: 'u64' | 'usize' | 'u8' = 'u64'): bigint | undefined {
  return isAbsent(value) ? undefined : readU64(value, type)
}

/** Reads a count as a number, exact up to 2^53. */
export const readNumber = (value: unknown): number => Number(readU64(value, 'usize'))

/** Reads an optional count. */
export const readOptionalNumber = (value: unknown): number | undefined =>
  isAbsent(value) ? undefined : readNumber(value)

export function readFlag(value: unknown): boolean {
  return readOptionalFlag(value) ?? false
}

export function readOptionalFlag(value: unknown): boolean | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'boolean') throw wrongType(value, 'a boolean')
  return value
}

export type Commitment = 'processed' | 'confirmed' | 'finalized'

const commitments = ['processed', 'confirmed', 'finalized'] as const

/** Reads the commitment in `options`. A cluster's default is `finalized`. */
export function readCommitment(options: Options): Commitment {
  return readOptionalVariant(options.commitment, commitments, 'finalized')
}

/** Reads the commitment for a method on history, which does not support `processed`. */
export function readConfirmedCommitment(options: Options): 'confirmed' | 'finalized' {
  const commitment = readCommitment(options)
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

/** The type names in a cluster's refusals of bytes. */
export const wireTypes = {
  transaction: 'solana_transaction::versioned::VersionedTransaction',
  message: 'solana_message::versions::VersionedMessage',
} as const

const maxWireBytes = 1232
const transactionEncodings = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const

/** Reads the encoding of a sent transaction. The default is base58. */
export function readWireEncoding(encoding: unknown): 'base58' | 'base64' {
  if (isAbsent(encoding)) return 'base58'
  const name = readVariant(encoding, transactionEncodings)
  if (name === 'json' || name === 'jsonParsed')
    throw invalidParams(`unsupported encoding: ${name}. Supported encodings: base58, base64`)
  return name === 'base64' ? 'base64' : 'base58'
}

/** Decodes a transaction or a message of at most 1,232 bytes (`decode_and_deserialize`). */
export function readEncodedBytes(
  text: string,
  encoding: 'base58' | 'base64',
  what: keyof typeof wireTypes,
): Uint8Array {
  const maxCharacters = encoding === 'base64' ? 1644 : 1683
  if (text.length > maxCharacters)
    throw invalidParams(
      `${encoding} encoded ${wireTypes[what]} too large: ${text.length} bytes (max: encoded/raw ${maxCharacters}/${maxWireBytes})`,
    )
  const bytes = encoding === 'base64' ? fromBase64(text) : fromBase58(text)
  if (bytes.length > maxWireBytes)
    throw invalidParams(`decoded ${wireTypes[what]} too large: ${bytes.length} bytes (max: ${maxWireBytes} bytes)`)
  return bytes
}

function fromBase58(text: string): Uint8Array {
  try {
    return decodeBase58(text)
  } catch (error) {
    if (!isTernError(error, 'encoding/notBase58')) throw error
    const { position } = error.facts
    throw invalidParams(
      `invalid base58 encoding: InvalidCharacter { character: '${text[position]}', index: ${position} }`,
    )
  }
}

/** Node's decoder skips unknown characters, so search for these first. */
function fromBase64(text: string): Uint8Array {
  const stranger = /[^A-Za-z0-9+/=]/.exec(text)
  if (stranger !== null)
    throw invalidParams(`invalid base64 encoding: InvalidByte(${stranger.index}, ${text.charCodeAt(stranger.index)})`)
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  if (text.length % 4 !== 0 || Buffer.from(bytes).toString('base64') !== text)
    throw invalidParams('invalid base64 encoding: InvalidPadding')
  return bytes
}

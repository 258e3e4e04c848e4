import { type Address, decodeBase58, decodeBase64, type TernError } from '@tern/core'
import { rpcError } from './rpcError.ts'

/** What a client may put in the place of a call's options. */
export type Options = Readonly<Record<string, unknown>>

export const invalidParams = (message: string): TernError<'practice/refused'> => rpcError('invalidParams', message)

const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Options, which may be left out. */
export function readOptions(value: unknown): Options {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidParams('Invalid params: expected a configuration object.')
  return value
}

/** An object that must be there. */
export function readObject(value: unknown, what: string): Options {
  if (!isObject(value)) throw invalidParams(`Invalid params: expected ${what}.`)
  return value
}

export function readArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams(`Invalid params: expected ${what}.`)
  return value
}

export function readString(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalidParams(`Invalid params: expected ${what}.`)
  return value
}

/** An address; a cluster says 'Invalid param: WrongSize' and 'Invalid param: Invalid'. */
export function readAddress(value: unknown): Address {
  const text = readString(value, 'an address')
  let bytes: Uint8Array
  try {
    bytes = decodeBase58(text)
  } catch {
    throw invalidParams('Invalid param: Invalid')
  }
  if (bytes.length !== 32) throw invalidParams('Invalid param: WrongSize')
  return text as Address
}

/** A transaction's signature, in base58. */
export function readSignature(value: unknown): string {
  const text = readString(value, 'a signature')
  let bytes: Uint8Array
  try {
    bytes = decodeBase58(text)
  } catch {
    throw invalidParams('Invalid param: Invalid')
  }
  if (bytes.length !== 64) throw invalidParams('Invalid param: WrongSize')
  return text
}

/** A whole number from 0, as JSON has it. */
export function readNumber(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`Invalid params: expected ${what}.`)
  return value
}

/** A whole number from 0 that may be left out. */
export function readOptionalNumber(value: unknown, what: string): number | undefined {
  return value === undefined || value === null ? undefined : readNumber(value, what)
}

export function readFlag(value: unknown, what: string): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw invalidParams(`Invalid params: expected ${what} to be true or false.`)
  return value
}

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** The commitment in `options`; a cluster takes `finalized` when there is none. */
export function readCommitment(options: Options): Commitment {
  const { commitment } = options
  if (commitment === undefined || commitment === null) return 'finalized'
  if (commitment === 'processed' || commitment === 'confirmed' || commitment === 'finalized') return commitment
  throw invalidParams('Invalid params: unknown commitment, expected one of `processed`, `confirmed`, `finalized`.')
}

/** Bytes sent as text: a transaction or a message. Most bytes that a transaction may have: 1,232, and their length in each encoding. */
export function readEncodedBytes(value: unknown, encoding: unknown, what: string): Uint8Array {
  const text = readString(value, what)
  const mostBytes = 1232
  const mostCharacters = encoding === 'base64' ? 1644 : 1683
  if (encoding !== undefined && encoding !== null && encoding !== 'base58' && encoding !== 'base64')
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
  const name = encoding === 'base64' ? 'base64' : 'base58'
  if (text.length > mostCharacters)
    throw invalidParams(
      `${name} encoded ${what} too large: ${text.length} bytes (max: encoded/raw ${mostCharacters}/${mostBytes})`,
    )
  let bytes: Uint8Array
  try {
    bytes = name === 'base64' ? decodeBase64(text) : decodeBase58(text)
  } catch {
    throw invalidParams(`invalid ${name} encoding: ${what}`)
  }
  if (bytes.length > mostBytes)
    throw invalidParams(`decoded ${what} too large: ${bytes.length} bytes (max: ${mostBytes} bytes)`)
  return bytes
}

/** The commitment of a method that looks into history. */
export function readConfirmedCommitment(options: Options): 'confirmed' | 'finalized' {
  const commitment = readCommitment(options)
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

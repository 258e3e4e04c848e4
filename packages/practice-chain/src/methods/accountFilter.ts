import { type AccountSnapshot, type Address, decodeBase58, decodeBase64, isTernError } from '@tern/core'
import { hasBytesAt } from '../bank/programAccounts.ts'
import {
  invalidParams,
  type Options,
  readArray,
  readField,
  readNumber,
  readObject,
  readOptionalVariant,
  readString,
  readU64,
  readVariant,
  wrongType,
} from './params.ts'
import { tokenAccountAt } from './parsedToken.ts'

/** A client's filter on accounts. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly size: number }
  | { readonly kind: 'memcmp'; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: 'tokenAccountState' }

const maxFilters = 4
const maxBytes = 128
/** Max characters of the text for 128 bytes. */
const maxCharacters = { base58: 175, base64: 172 } as const

/** Reads `filters` of a call's options. */
export function readAccountFilters(options: Options): readonly AccountFilter[] {
  const { filters } = options
  if (filters === undefined || filters === null) return []
  const list = readArray(filters).map(readFilter)
  if (list.length > maxFilters) throw invalidParams(`Too many filters provided; max ${maxFilters}`)
  return list.map(verified)
}

/** A filter whose bytes are not decoded yet. */
type WrittenFilter = Exclude<AccountFilter, { kind: 'memcmp' }> | MemcmpText
interface MemcmpText {
  readonly kind: 'memcmp'
  readonly offset: number
  readonly text: string | Uint8Array
  readonly encoding: 'base58' | 'base64' | 'bytes'
}

const kinds = ['dataSize', 'memcmp', 'tokenAccountState'] as const

function readFilter(value: unknown): WrittenFilter {
  if (typeof value === 'string') {
    const kind = readVariant(value, kinds)
    if (kind !== 'tokenAccountState')
      throw invalidParams('Invalid params: invalid type: unit variant, expected newtype variant.')
    return { kind }
  }
  const filter = readObject(value, 'string or map')
  const [name] = Object.keys(filter)
  if (name === undefined) throw invalidParams('Invalid params: invalid value: map, expected map with a single key.')
  switch (readVariant(name, kinds)) {
    case 'dataSize':
      return { kind: 'dataSize', size: Number(readU64(filter.dataSize)) }
    case 'memcmp':
      return readMemcmp(filter.memcmp)
    case 'tokenAccountState':
      return { kind: 'tokenAccountState' }
  }
}

function readMemcmp(value: unknown): MemcmpText {
  const memcmp = readObject(value, 'struct Memcmp')
  const offset = readNumber(readField(memcmp, 'offset'))
  const bytes = readField(memcmp, 'bytes')
  const named = readOptionalVariant(memcmp.encoding, ['base58', 'base64', 'bytes'] as const, undefined)
  if (!Array.isArray(bytes)) {
    if (named === 'bytes') throw wrongType(bytes, 'a sequence')
    return { kind: 'memcmp', offset, text: readString(bytes), encoding: named ?? 'base58' }
  }
  if (named !== undefined && named !== 'bytes') throw wrongType(bytes, 'a string')
  const text = Uint8Array.from(bytes, byte => Number(readU64(byte, 'u8')))
  return { kind: 'memcmp', offset, text, encoding: 'bytes' }
}

/** Checks that a cluster makes only after it has parsed all filters (`RpcFilterType::verify`). */
function verified(filter: WrittenFilter): AccountFilter {
  if (filter.kind !== 'memcmp') return filter
  const { offset, text, encoding } = filter
  if (encoding !== 'bytes' && text.length > maxCharacters[encoding]) throw invalidParams('Invalid param: DataTooLarge')
  const bytes = typeof text === 'string' ? decode(text, encoding) : text
  if (bytes.length > maxBytes) throw invalidParams('Invalid param: DataTooLarge')
  return { kind: 'memcmp', offset, bytes }
}

function decode(text: string, encoding: MemcmpText['encoding']): Uint8Array {
  try {
    return encoding === 'base64' ? decodeBase64(text) : decodeBase58(text)
  } catch (error) {
    if (!isTernError(error, 'encoding/notBase58'))
      throw invalidParams('Invalid param: Base64DecodeError(InvalidPadding)')
    const { position } = error.facts
    const why = `InvalidCharacter { character: '${text[position]}', index: ${position} }`
    throw invalidParams(`Invalid param: Base58DecodeError(${why})`)
  }
}

/** Reports if the account matches every filter. */
export const matchesFilters = (
  address: Address,
  account: AccountSnapshot,
  filters: readonly AccountFilter[],
): boolean => filters.every(filter => matches(address, account, filter))

function matches(address: Address, account: AccountSnapshot, filter: AccountFilter): boolean {
  switch (filter.kind) {
    case 'dataSize':
      return account.data.length === filter.size
    case 'memcmp':
      return hasBytesAt(account.data, filter.offset, filter.bytes)
    case 'tokenAccountState':
      return tokenAccountAt(address, account) !== undefined
  }
}

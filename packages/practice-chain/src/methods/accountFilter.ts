import { type AccountSnapshot, type Address, decodeBase58, decodeBase64 } from '@tern/core'
import { invalidParams, type Options, readArray, readNumber, readObject, readString } from './params.ts'
import { tokenAccountAt } from './parsedToken.ts'

/** What a client wants of an account's data. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly size: number }
  | { readonly kind: 'memcmp'; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: 'tokenAccountState' }

const mostFilters = 4
const mostBytes = 128

/** `filters` of a call's options. */
export function readAccountFilters(options: Options): readonly AccountFilter[] {
  const { filters } = options
  if (filters === undefined || filters === null) return []
  const list = readArray(filters, 'an array of filters')
  if (list.length > mostFilters) throw invalidParams(`Too many filters provided; max ${mostFilters}`)
  return list.map(readFilter)
}

function readFilter(value: unknown): AccountFilter {
  if (value === 'tokenAccountState') return { kind: 'tokenAccountState' }
  const filter = readObject(value, 'a filter')
  if (filter.dataSize !== undefined) return { kind: 'dataSize', size: readNumber(filter.dataSize, 'a data size') }
  const memcmp = readObject(filter.memcmp, 'a filter: dataSize or memcmp')
  const text = readString(memcmp.bytes, 'bytes to compare')
  let bytes: Uint8Array
  try {
    bytes = memcmp.encoding === 'base64' ? decodeBase64(text) : decodeBase58(text)
  } catch {
    throw invalidParams('Invalid param: Data to compare could not be decoded')
  }
  if (bytes.length > mostBytes) throw invalidParams('Invalid param: Data to compare is too large')
  return { kind: 'memcmp', offset: readNumber(memcmp.offset, 'an offset'), bytes }
}

/** Whether the account is what every filter wants. */
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
      return bytesAt(account.data, filter.offset, filter.bytes)
    case 'tokenAccountState':
      return tokenAccountAt(address, account) !== undefined
  }
}

function bytesAt(data: Uint8Array, offset: number, bytes: Uint8Array): boolean {
  if (offset + bytes.length > data.length) return false
  for (let i = 0; i < bytes.length; i++) if (data[offset + i] !== bytes[i]) return false
  return true
}

import { type AccountSnapshot, type Address, encodeBase58 } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { type Options, readField, readNumber, readObject, readOptionalVariant } from './params.ts'
import { parseAccount } from './parsedAccount.ts'
import type { Accounts } from './parsedToken.ts'
import { rpcError } from './rpcError.ts'
import { toBase64 } from './toBase64.ts'
import { zstd } from './zstd.ts'

/** The client's format for account data. */
export interface AccountFormat {
  readonly encoding: (typeof encodings)[number]
  readonly dataSlice: { readonly offset: number; readonly length: number } | undefined
}

const encodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const

/**
 * Reads `encoding` and `dataSlice` of a call's options.
 * @param whenAbsent the default encoding, which differs between methods.
 */
export function readAccountFormat(options: Options, whenAbsent: AccountFormat['encoding'] = 'binary'): AccountFormat {
  const { encoding, dataSlice } = options
  return {
    encoding: readOptionalVariant(encoding, encodings, whenAbsent),
    dataSlice: dataSlice === undefined || dataSlice === null ? undefined : readSlice(dataSlice),
  }
}

function readSlice(value: unknown) {
  const slice = readObject(value, 'struct UiDataSliceConfig')
  return { offset: readNumber(readField(slice, 'offset')), length: readNumber(readField(slice, 'length')) }
}

/** A rent-exempt account shows the largest u64 as its rent epoch. */
const rentEpoch = 18446744073709551615n
const maxBase58Bytes = 128

/**
 * Encodes an account as a cluster does.
 * @throws TernError `practice/refused` if the data is too long for base58.
 */
export function encodeAccount(
  address: Address,
  account: AccountSnapshot,
  { format, accounts }: { readonly format: AccountFormat; readonly accounts: Accounts },
): unknown {
  checkLength(account, format)
  return {
    data: encodeData(address, account, format, accounts),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch,
    space: account.data.length,
  }
}

function checkLength(account: AccountSnapshot, { encoding, dataSlice }: AccountFormat): void {
  if ((encoding === 'binary' || encoding === 'base58') && sliceOf(account, dataSlice).length > maxBase58Bytes)
    throw rpcError(
      'invalidRequest',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
}

/**
 * Encodes an account and its address as JSON text. The result equals that of `encodeAccount`, but takes a fraction of
 * the time.
 *
 * @param unparsed for an account that `jsonParsed` cannot parse: send its `bytes`, or leave it out (`leftOut`).
 * @returns `undefined` for an account that is left out.
 * @throws TernError `practice/refused` if the data is too long for base58.
 */
export function writeKeyedAccount(
  address: Address,
  account: AccountSnapshot,
  {
    format,
    accounts,
    unparsed,
  }: { readonly format: AccountFormat; readonly accounts: Accounts; readonly unparsed: 'bytes' | 'leftOut' },
): string | undefined {
  checkLength(account, format)
  const data = encodeData(address, account, format, accounts)
  if (unparsed === 'leftOut' && format.encoding === 'jsonParsed' && Array.isArray(data)) return undefined
  return `{"account":${writeAccount(account, data)},"pubkey":"${address}"}`
}

/** Encodes the object of `encodeAccount` as JSON text. Base58 and base64 contain no characters to escape. */
function writeAccount({ executable, lamports, owner, data: { length } }: AccountSnapshot, data: unknown): string {
  const text = Array.isArray(data) ? `["${data[0]}","${data[1]}"]` : stringifyJson(data)
  return `{"data":${text},"executable":${executable},"lamports":${lamports},"owner":"${owner}","rentEpoch":${rentEpoch},"space":${length}}`
}

/** A cache of encoded accounts, by encoding. */
const written = new WeakMap<AccountSnapshot, Map<AccountFormat['encoding'], string>>()

/**
 * Encodes an account for a notification, as JSON text, like a cluster.
 * It ignores the requested slice, and sends an error text in place of data that is too long for base58.
 * All subscriptions share the cached text. Never throws.
 */
export function writeNotifiedAccount(
  address: Address,
  account: AccountSnapshot,
  { encoding, accounts }: { readonly encoding: AccountFormat['encoding']; readonly accounts: Accounts },
): string {
  const known = written.get(account)
  const found = known?.get(encoding)
  if (found !== undefined) return found
  const text = writeAccount(account, encodeData(address, account, { encoding, dataSlice: undefined }, accounts))
  // Parsed data also depends on the mint's account, so it is not cached.
  if (encoding !== 'jsonParsed') written.set(account, (known ?? new Map()).set(encoding, text))
  return text
}

function encodeData(
  address: Address,
  account: AccountSnapshot,
  { encoding, dataSlice }: AccountFormat,
  accounts: Accounts,
): unknown {
  const bytes = sliceOf(account, dataSlice)
  switch (encoding) {
    case 'jsonParsed':
      return parseAccount(address, account, accounts) ?? [toBase64(bytes), 'base64']
    case 'base64':
      return [toBase64(bytes), 'base64']
    case 'base64+zstd':
      return [toBase64(zstd(bytes)), 'base64+zstd']
    case 'base58':
      return [encodeShort(bytes), 'base58']
    case 'binary':
      return encodeShort(bytes)
  }
}

const encodeShort = (bytes: Uint8Array): string =>
  bytes.length > maxBase58Bytes ? 'error: data too large for bs58 encoding' : encodeBase58(bytes)

const sliceOf = ({ data }: AccountSnapshot, slice: AccountFormat['dataSlice']): Uint8Array =>
  slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length)

import { type AccountSnapshot, type Address, encodeBase58, stringifyJson } from '@tern/core'
import { type Options, readField, readNumber, readObject, readOptionalVariant } from './params.ts'
import { parseAccount } from './parsedAccount.ts'
import type { Accounts } from './parsedToken.ts'
import { rpcError } from './rpcError.ts'
import { toBase64 } from './toBase64.ts'
import { zstd } from './zstd.ts'

/** How a client wants account data. */
export interface AccountFormat {
  readonly encoding: (typeof encodings)[number]
  readonly dataSlice: { readonly offset: number; readonly length: number } | undefined
}

const encodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const

/** `encoding` and `dataSlice` of a call's options; `whenAbsent` differs from method to method. */
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

/** What has no rent to pay says so with the last epoch there is. */
const rentEpoch = 18446744073709551615n
const mostBase58Bytes = 128

/** An account as a cluster answers with it. @throws TernError `practice/refused` when it is too long for base58. */
export function encodeAccount(
  address: Address,
  account: AccountSnapshot,
  format: AccountFormat,
  accounts: Accounts,
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
  if ((encoding === 'binary' || encoding === 'base58') && sliceOf(account, dataSlice).length > mostBase58Bytes)
    throw rpcError(
      'invalidRequest',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
}

/**
 * An account with its address, as JSON: the same, several times faster, for long lists. One that cannot be parsed as asked
 * is written with its bytes, or left out. @throws TernError `practice/refused` likewise.
 */
export function writeKeyedAccount(
  address: Address,
  account: AccountSnapshot,
  format: AccountFormat,
  accounts: Accounts,
  unparsed: 'bytes' | 'leftOut',
): string | undefined {
  checkLength(account, format)
  const data = encodeData(address, account, format, accounts)
  if (unparsed === 'leftOut' && format.encoding === 'jsonParsed' && Array.isArray(data)) return undefined
  return `{"account":${writeAccount(account, data)},"pubkey":"${address}"}`
}

/** The same object as `encodeAccount`'s, as JSON. Encoded bytes are texts in which nothing has to be escaped. */
function writeAccount({ executable, lamports, owner, data: { length } }: AccountSnapshot, data: unknown): string {
  const text = Array.isArray(data) ? `["${data[0]}","${data[1]}"]` : stringifyJson(data)
  return `{"data":${text},"executable":${executable},"lamports":${lamports},"owner":"${owner}","rentEpoch":${rentEpoch},"space":${length}}`
}

/** What was written of an account, by encoding. */
const written = new WeakMap<AccountSnapshot, Map<AccountFormat['encoding'], string>>()

/**
 * An account as a cluster notifies of it, as JSON: all of it, whatever slice was asked for, and one that is too long for
 * base58 with a text in place of its data. It is written once, however many subscriptions tell of it. Never throws.
 */
export function writeNotifiedAccount(
  address: Address,
  account: AccountSnapshot,
  encoding: AccountFormat['encoding'],
  accounts: Accounts,
): string {
  const known = written.get(account)
  const found = known?.get(encoding)
  if (found !== undefined) return found
  const text = writeAccount(account, encodeData(address, account, { encoding, dataSlice: undefined }, accounts))
  // What is parsed depends on another account, too.
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
  bytes.length > mostBase58Bytes ? 'error: data too large for bs58 encoding' : encodeBase58(bytes)

const sliceOf = ({ data }: AccountSnapshot, slice: AccountFormat['dataSlice']): Uint8Array =>
  slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length)

import type { Address } from '@solana/addresses'
import { systemProgram } from './addresses.ts'
import { type Cursor, cursor } from './cursor.ts'
import { TernError } from './errors.ts'
import { address, bool, type Decoded, i16, i64, multiplier, struct, u8, u16, u64 } from './layout.ts'
import { type ExtensionName, readExtensions } from './tokenExtensions.ts'

const transferFeeLayout = struct('TransferFee', 18, { epoch: u64, maximumFee: u64, transferFeeBasisPoints: u16 })

/**
 * Token-2022's `TransferFeeConfig`. The newer fee counts from its epoch on, the older one before. An authority of 32 zero
 * bytes is none.
 */
export const transferFeeConfigLayout = struct('TransferFeeConfig', 108, {
  transferFeeConfigAuthority: address,
  withdrawWithheldAuthority: address,
  withheldAmount: u64,
  olderTransferFee: transferFeeLayout,
  newerTransferFee: transferFeeLayout,
})

const authorityLayout = struct('Authority', 32, { authority: address })
const hookLayout = struct('TransferHook', 64, { authority: address, programId: address })
const pointerLayout = struct('MetadataPointer', 64, { authority: address, metadataAddress: address })
const stateLayout = struct('DefaultAccountState', 1, { state: u8 })
/** Token-2022's `ScaledUiAmountConfig`. `multiplier` counts until the timestamp, `newMultiplier` from then on. */
export const scaledUiAmountLayout = struct('ScaledUiAmountConfig', 56, {
  authority: address,
  multiplier,
  newMultiplierEffectiveTimestamp: i64,
  newMultiplier: multiplier,
})
/** Token-2022's `InterestBearingConfig`. Rates are basis points a year, compounded continuously. */
export const interestBearingLayout = struct('InterestBearingConfig', 52, {
  rateAuthority: address,
  initializationTimestamp: i64,
  preUpdateAverageRate: i16,
  lastUpdateTimestamp: i64,
  currentRate: i16,
})
const pausableLayout = struct('PausableConfig', 33, { authority: address, paused: bool })

/** A Token-2022 transfer fee and the epoch from which it holds. */
export type TransferFee = Decoded<typeof transferFeeLayout>
/** Who may change and collect the transfer fee of a mint, and the fee of this epoch and the next. */
export type TransferFeeConfig = Decoded<typeof transferFeeConfigLayout>

/** By which factor the amounts of a mint are shown, and who may change that. Times are Unix seconds. */
export type ScaledUiAmountConfig = Decoded<typeof scaledUiAmountLayout>
/** By which interest the amounts of a mint are shown, and who may change that. Times are Unix seconds. */
export type InterestBearingConfig = Decoded<typeof interestBearingLayout>

/** Name, symbol and picture that a mint carries itself. */
export interface TokenMetadata {
  readonly updateAuthority: Address | null
  readonly mint: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
  /** Further pairs of key and value, in the mint's order. */
  readonly additional: readonly (readonly [string, string])[]
}

/** What Token-2022 adds to a mint: all by name, and the data of those that decide what a holder can do and what it costs. */
export interface MintExtensions {
  /** Every extension there is, in the mint's order. */
  readonly names: readonly ExtensionName[]
  readonly transferFeeConfig?: TransferFeeConfig
  /** May close the mint once its supply is 0. */
  readonly mintCloseAuthority?: Address
  /** May transfer and burn anybody's tokens. */
  readonly permanentDelegate?: Address
  /** The program that every transfer calls. */
  readonly transferHook?: Address
  /** What a new token account begins as; `frozen` ones need the freeze authority before they can be used. */
  readonly defaultAccountState?: 'uninitialized' | 'initialized' | 'frozen'
  readonly scaledUiAmount?: ScaledUiAmountConfig
  readonly interestBearing?: InterestBearingConfig
  readonly pausable?: { readonly authority: Address | null; readonly paused: boolean }
  /** Where the metadata is: the mint itself, or another account. */
  readonly metadataPointer?: Address
  readonly tokenMetadata?: TokenMetadata
}

type Data = Omit<MintExtensions, 'names'>

const decoders: { readonly [K in ExtensionName]?: (value: Uint8Array) => Data } = {
  transferFeeConfig: value => ({ transferFeeConfig: transferFeeConfigLayout.decode(value) }),
  mintCloseAuthority: value => present('mintCloseAuthority', authorityLayout.decode(value).authority),
  permanentDelegate: value => present('permanentDelegate', authorityLayout.decode(value).authority),
  transferHook: value => present('transferHook', hookLayout.decode(value).programId),
  metadataPointer: value => present('metadataPointer', pointerLayout.decode(value).metadataAddress),
  defaultAccountState: value => ({ defaultAccountState: accountState(stateLayout.decode(value).state) }),
  scaledUiAmount: value => ({ scaledUiAmount: scaledUiAmountLayout.decode(value) }),
  interestBearingConfig: value => ({ interestBearing: interestBearingLayout.decode(value) }),
  pausable: value => {
    const { authority, paused } = pausableLayout.decode(value)
    return { pausable: { authority: orNull(authority), paused } }
  },
  tokenMetadata: value => ({ tokenMetadata: decodeTokenMetadata(cursor('TokenMetadata', value)) }),
}

/** The extensions of a mint, the first of each kind. @throws TernError `layout/*`. */
export function decodeMintExtensions(data: Uint8Array): MintExtensions {
  const extensions = readExtensions(data)
  let found: Data = {}
  for (const { name, value } of extensions) found = { ...decoders[name]?.(value), ...found }
  return { names: extensions.map(({ name }) => name), ...found }
}

/** `PodAccountState`, the same numbering for mints and token accounts. @throws TernError `layout/invalidValue`. */
export function accountState(state: number): 'uninitialized' | 'initialized' | 'frozen' {
  const name = (['uninitialized', 'initialized', 'frozen'] as const)[state]
  if (name === undefined) throw new TernError('layout/invalidValue', { field: 'state', value: String(state) })
  return name
}

/** Token-2022's `MaybeNull<Address>`: 32 zero bytes, which is the system program's address, are none. */
function orNull(value: Address): Address | null {
  return value === systemProgram ? null : value
}

function present<K extends 'mintCloseAuthority' | 'permanentDelegate' | 'transferHook' | 'metadataPointer'>(
  name: K,
  value: Address,
): Data {
  return value === systemProgram ? {} : { [name]: value }
}

function decodeTokenMetadata(next: Cursor): TokenMetadata {
  const metadata = {
    updateAuthority: orNull(next.address()),
    mint: next.address(),
    name: next.string(),
    symbol: next.string(),
    uri: next.string(),
  }
  const additional: [string, string][] = []
  for (let left = next.u32(); left > 0; left--) additional.push([next.string(), next.string()])
  return { ...metadata, additional }
}

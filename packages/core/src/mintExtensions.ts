import type { Address } from '@solana/addresses'
import { systemProgram } from './addresses.ts'
import { type Cursor, cursor } from './cursor.ts'
import { TernError } from './errors.ts'
import { address, bool, type Decoded, i16, i64, multiplier, struct, u8, u16, u64 } from './layout.ts'
import { type ExtensionName, readExtensions } from './tokenExtensions.ts'

const transferFeeLayout = struct('TransferFee', 18, { epoch: u64, maximumFee: u64, transferFeeBasisPoints: u16 })

/**
 * Token-2022's `TransferFeeConfig`. The newer fee counts from its epoch on, the older fee before.
 * 32 zero bytes mean that there is no authority.
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

/** A Token-2022 transfer fee and the first epoch that it counts in. */
export type TransferFee = Decoded<typeof transferFeeLayout>
/** The transfer fees of a mint, before and after a change, and the authorities that may change and collect fees. */
export type TransferFeeConfig = Decoded<typeof transferFeeConfigLayout>

/** The factor that wallets show a mint's amounts by, and the authority that may change it. Times are Unix seconds. */
export type ScaledUiAmountConfig = Decoded<typeof scaledUiAmountLayout>
/** The interest that wallets show a mint's amounts with, and the authority that may change it. Times are Unix seconds. */
export type InterestBearingConfig = Decoded<typeof interestBearingLayout>

/** The name, symbol and URI that a Token-2022 mint carries itself. */
export interface TokenMetadata {
  readonly updateAuthority: Address | null
  readonly mint: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
  /** Further pairs of key and value, in the mint's order. */
  readonly additional: readonly (readonly [string, string])[]
}

/**
 * The Token-2022 extensions of a mint: the names of all, and the data of some.
 * The data is decoded if it decides a holder's actions, their cost or the display of the token.
 */
export interface MintExtensions {
  /** The names of all extensions, in the mint's order. */
  readonly names: readonly ExtensionName[]
  readonly transferFeeConfig?: TransferFeeConfig
  /** The authority that may close the mint once its supply is 0. */
  readonly mintCloseAuthority?: Address
  /** The authority that may transfer and burn the tokens of every holder. */
  readonly permanentDelegate?: Address
  /** The program that every transfer calls. */
  readonly transferHook?: Address
  /** The state of a new token account. A `frozen` account is usable only after the freeze authority has thawed it. */
  readonly defaultAccountState?: 'uninitialized' | 'initialized' | 'frozen'
  readonly scaledUiAmount?: ScaledUiAmountConfig
  readonly interestBearing?: InterestBearingConfig
  readonly pausable?: { readonly authority: Address | null; readonly paused: boolean }
  /** The account that holds the metadata: the mint itself, or another account. */
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

/** Decodes the extensions of a mint. If a kind occurs twice, the first counts. @throws TernError `layout/*`. */
export function decodeMintExtensions(data: Uint8Array): MintExtensions {
  const extensions = readExtensions(data)
  let found: Data = {}
  for (const { name, value } of extensions) found = { ...decoders[name]?.(value), ...found }
  return { names: extensions.map(({ name }) => name), ...found }
}

/** Names a `PodAccountState`. Mints and token accounts use the same numbers. @throws TernError `layout/invalidValue`. */
export function accountState(state: number): 'uninitialized' | 'initialized' | 'frozen' {
  const name = (['uninitialized', 'initialized', 'frozen'] as const)[state]
  if (name === undefined) throw new TernError('layout/invalidValue', { field: 'state', value: String(state) })
  return name
}

/** Reads Token-2022's `MaybeNull<Address>`. 32 zero bytes mean null, and are the system program's address. */
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

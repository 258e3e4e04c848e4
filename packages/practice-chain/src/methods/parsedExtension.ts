import { type Address, systemProgram, type TokenMetadata } from '@tern/core'
import {
  address,
  bool,
  type ExtensionName,
  interestBearingLayout,
  scaledUiAmountLayout,
  struct,
  transferFeeConfigLayout,
  u8,
  u64,
} from '@tern/core/internal'

const transferFeeAmountLayout = struct('TransferFeeAmount', 8, { withheldAmount: u64 })
const metadataPointerLayout = struct('MetadataPointer', 64, { authority: address, metadataAddress: address })
const groupPointerLayout = struct('GroupPointer', 64, { authority: address, groupAddress: address })
const memberPointerLayout = struct('GroupMemberPointer', 64, { authority: address, memberAddress: address })
const transferHookLayout = struct('TransferHook', 64, { authority: address, programId: address })
const closeAuthorityLayout = struct('MintCloseAuthority', 32, { closeAuthority: address })
const delegateLayout = struct('PermanentDelegate', 32, { delegate: address })
const pausableLayout = struct('PausableConfig', 33, { authority: address, paused: bool })
const groupLayout = struct('TokenGroup', 80, { updateAuthority: address, mint: address, size: u64, maxSize: u64 })
const memberLayout = struct('TokenGroupMember', 72, { mint: address, group: address, memberNumber: u64 })
const memoLayout = struct('MemoTransfer', 1, { requireIncomingTransferMemos: bool })
const cpiGuardLayout = struct('CpiGuard', 1, { lockCpi: bool })
const hookAccountLayout = struct('TransferHookAccount', 1, { transferring: bool })
const stateLayout = struct('DefaultAccountState', 1, { state: u8 })

const states = ['uninitialized', 'initialized', 'frozen']

/** An absent address is stored as 32 zero bytes. */
const orNull = (value: Address): Address | null => (value === systemProgram ? null : value)

/** Replaces absent addresses in these fields by null. */
function withNulls<T extends object>(state: T, ...fields: readonly (keyof T)[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, fields.includes(name as keyof T) ? orNull(value) : value]),
  )
}

/** Formats a float with JavaScript's digits but without an exponent, as Rust does. */
function float(value: number): string {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent)
  if (shift === 0) return digits
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return whole + fraction.padEnd(shift, '0')
}

type Parse = (value: Uint8Array) => Readonly<Record<string, unknown>> | undefined

/** Parsers by extension. The extensions of confidential transfers are not parsed. */
const parsers: { readonly [K in ExtensionName]?: Parse } = {
  immutableOwner: () => undefined,
  nonTransferable: () => undefined,
  nonTransferableAccount: () => undefined,
  pausableAccount: () => undefined,
  transferFeeAmount: transferFeeAmountLayout.decode,
  transferFeeConfig: value =>
    withNulls(transferFeeConfigLayout.decode(value), 'transferFeeConfigAuthority', 'withdrawWithheldAuthority'),
  mintCloseAuthority: value => withNulls(closeAuthorityLayout.decode(value), 'closeAuthority'),
  permanentDelegate: value => withNulls(delegateLayout.decode(value), 'delegate'),
  defaultAccountState: value => ({ accountState: states[stateLayout.decode(value).state] ?? 'uninitialized' }),
  memoTransfer: memoLayout.decode,
  cpiGuard: cpiGuardLayout.decode,
  interestBearingConfig: value => withNulls(interestBearingLayout.decode(value), 'rateAuthority'),
  transferHook: value => withNulls(transferHookLayout.decode(value), 'authority', 'programId'),
  transferHookAccount: hookAccountLayout.decode,
  metadataPointer: value => withNulls(metadataPointerLayout.decode(value), 'authority', 'metadataAddress'),
  groupPointer: value => withNulls(groupPointerLayout.decode(value), 'authority', 'groupAddress'),
  groupMemberPointer: value => withNulls(memberPointerLayout.decode(value), 'authority', 'memberAddress'),
  tokenGroup: value => withNulls(groupLayout.decode(value), 'updateAuthority'),
  tokenGroupMember: memberLayout.decode,
  pausable: value => withNulls(pausableLayout.decode(value), 'authority'),
  scaledUiAmount(value) {
    const config = scaledUiAmountLayout.decode(value)
    const { multiplier, newMultiplier } = config
    return { ...withNulls(config, 'authority'), multiplier: float(multiplier), newMultiplier: float(newMultiplier) }
  },
}

/** The cluster's names that differ from the extension's. */
const names: { readonly [K in ExtensionName]?: string } = {
  pausable: 'pausableConfig',
  scaledUiAmount: 'scaledUiAmountConfig',
}

/**
 * Encodes an extension as a cluster does under `jsonParsed`. An unreadable extension becomes `unparseableExtension`.
 * @param metadata the mint's own metadata, parsed before because its length varies.
 * @see Agave's `account-decoder/src/parse_token_extension.rs`
 */
export function parseExtension(name: ExtensionName, value: Uint8Array, metadata?: TokenMetadata): unknown {
  if (name === 'tokenMetadata' && metadata !== undefined) return { extension: name, state: parsedMetadata(metadata) }
  const parse = parsers[name]
  if (parse === undefined) return { extension: 'unparseableExtension' }
  try {
    const state = parse(value)
    return { extension: names[name] ?? name, ...(state === undefined ? {} : { state }) }
  } catch {
    return { extension: 'unparseableExtension' }
  }
}

const parsedMetadata = ({ updateAuthority, mint, name, symbol, uri, additional }: TokenMetadata) => ({
  additionalMetadata: additional,
  mint,
  name,
  symbol,
  updateAuthority,
  uri,
})

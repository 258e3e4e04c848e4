import { TernError } from './errors.ts'

/** The names of Token-2022's `ExtensionType`. The index of a name is its number. */
export const extensionNames = [
  'uninitialized',
  'transferFeeConfig',
  'transferFeeAmount',
  'mintCloseAuthority',
  'confidentialTransferMint',
  'confidentialTransferAccount',
  'defaultAccountState',
  'immutableOwner',
  'memoTransfer',
  'nonTransferable',
  'interestBearingConfig',
  'cpiGuard',
  'permanentDelegate',
  'nonTransferableAccount',
  'transferHook',
  'transferHookAccount',
  'confidentialTransferFeeConfig',
  'confidentialTransferFeeAmount',
  'metadataPointer',
  'tokenMetadata',
  'groupPointer',
  'tokenGroup',
  'groupMemberPointer',
  'tokenGroupMember',
  'confidentialMintBurn',
  'scaledUiAmount',
  'pausable',
  'pausableAccount',
  'permissionedBurn',
] as const

/** `unknown` is an extension that is newer than this list. */
export type ExtensionName = (typeof extensionNames)[number] | 'unknown'

/** A mint or token account with extensions has 165 bytes of base, a byte for its kind, then the extensions. */
export const accountTypeOffset = 165
export const accountTypes = { mint: 1, account: 2 } as const

/** The bytes of an extension. `type` is its number. */
export interface RawExtension {
  readonly type: number
  readonly value: Uint8Array
}

/**
 * Reads the extensions of a mint or token account: type u16, length u16, value. Stops at type 0 or at the end of the data.
 *
 * @throws TernError `layout/extension` if an extension reaches beyond the end.
 */
export function rawExtensions(data: Uint8Array): readonly RawExtension[] {
  const found: RawExtension[] = []
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let at = accountTypeOffset + 1
  while (at + 2 <= data.length) {
    const type = view.getUint16(at, true)
    if (type === 0) break
    const length = at + 4 <= data.length ? view.getUint16(at + 2, true) : Number.POSITIVE_INFINITY
    const end = at + 4 + length
    if (end > data.length) throw new TernError('layout/extension', { type, offset: at, length: data.length })
    found.push({ type, value: data.subarray(at + 4, end) })
    at = end
  }
  return found
}

/**
 * Reads the extensions of a mint or token account with their names.
 *
 * @throws TernError `layout/extension` if an extension reaches beyond the end.
 * @example
 * readExtensions(account.data)[0] // { name: 'immutableOwner', value: Uint8Array [] }
 */
export function readExtensions(data: Uint8Array): { name: ExtensionName; value: Uint8Array }[] {
  return rawExtensions(data).map(({ type, value }) => ({ name: extensionNames[type] ?? 'unknown', value }))
}

import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** The supported arguments of `CreateMetadataAccountV3`: no creators, no collection. */
export interface NewMetadata {
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly isMutable: boolean
}

/** `MetadataInstruction::CreateMetadataAccountV3`. */
const createMetadataTag = 33

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder('utf-8', { fatal: true })

function text(value: string, padded = 0): Uint8Array {
  const bytes = utf8.encode(value)
  const whole = new Uint8Array(4 + Math.max(bytes.length, padded))
  new DataView(whole.buffer).setUint32(0, whole.length - 4, true)
  whole.set(bytes, 4)
  return whole
}

export function encodeCreateMetadata({ name, symbol, uri, isMutable }: NewMetadata): Uint8Array {
  const noFeeNoCreatorsNoCollectionNoUses = [0, 0, 0, 0, 0]
  return Buffer.concat([
    Uint8Array.of(createMetadataTag),
    ...[name, symbol, uri].map(value => text(value)),
    Uint8Array.from([...noFeeNoCreatorsNoCollectionNoUses, isMutable ? 1 : 0, 0]),
  ])
}

/** Reads the data that `encodeCreateMetadata` writes. `undefined` for any other data, for example with a creator or a collection. */
export function decodeCreateMetadata(data: Uint8Array): NewMetadata | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let at = 1
  const next = (): string => {
    const length = view.getUint32(at, true)
    at += 4 + length
    return fromUtf8.decode(data.subarray(at - length, at))
  }
  try {
    const [name, symbol, uri] = [next(), next(), next()]
    const rest = data.subarray(at)
    if (data[0] !== createMetadataTag || rest.length !== 7) return undefined
    if (rest.subarray(0, 5).some(byte => byte !== 0) || (rest[5] ?? 2) > 1 || rest[6] !== 0) return undefined
    return { name, symbol, uri, isMutable: rest[5] === 1 }
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/** `MAX_METADATA_LEN` since 2024, and the padded lengths of the three texts. */
export const metadataSize = 607
export const longestTexts = { name: 32, symbol: 10, uri: 200 }
const metadataV1 = 4
const fungible = 2

/**
 * Encodes a metadata account of a fungible token. Zeros pad the texts, and the last byte marks the fee in the account.
 */
export function encodeMetadataAccount(
  { name, symbol, uri, isMutable }: NewMetadata,
  {
    mint,
    updateAuthority,
    editionBump,
  }: { readonly mint: Address; readonly updateAuthority: Address; readonly editionBump: number },
): Uint8Array {
  const account = new Uint8Array(metadataSize)
  const noFeeNoCreatorsNotSold = [0, 0, 0, 0]
  account.set(
    Buffer.concat([
      Uint8Array.of(metadataV1),
      addressBytes(updateAuthority),
      addressBytes(mint),
      text(name, longestTexts.name),
      text(symbol, longestTexts.symbol),
      text(uri, longestTexts.uri),
      Uint8Array.from([...noFeeNoCreatorsNotSold, isMutable ? 1 : 0, 1, editionBump, 1, fungible]),
    ]),
  )
  account[metadataSize - 1] = 1
  return account
}

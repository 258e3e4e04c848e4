import {
  type Address,
  address,
  type ExtensionName,
  struct,
  systemProgram,
  type TokenMetadata,
  transferFeeConfigLayout,
  u64,
} from '@tern/core'

const transferFeeAmountLayout = struct('TransferFeeAmount', 8, { withheldAmount: u64 })
const metadataPointerLayout = struct('MetadataPointer', 64, { authority: address, metadataAddress: address })

/** An address that may be absent is laid out as 32 zero bytes. */
const orNull = (value: Address): Address | null => (value === systemProgram ? null : value)

/**
 * An extension as a cluster writes it under `jsonParsed`: those that the practice world has; others are `unparseableExtension`.
 * `metadata` is the mint's own, of any length, and read already.
 */
export function parseExtension(name: ExtensionName, value: Uint8Array, metadata?: TokenMetadata): unknown {
  switch (name) {
    case 'immutableOwner':
      return { extension: name }
    case 'transferFeeAmount':
      return { extension: name, state: transferFeeAmountLayout.decode(value) }
    case 'transferFeeConfig': {
      const config = transferFeeConfigLayout.decode(value)
      return {
        extension: name,
        state: {
          ...config,
          transferFeeConfigAuthority: orNull(config.transferFeeConfigAuthority),
          withdrawWithheldAuthority: orNull(config.withdrawWithheldAuthority),
        },
      }
    }
    case 'metadataPointer': {
      const { authority, metadataAddress } = metadataPointerLayout.decode(value)
      return { extension: name, state: { authority: orNull(authority), metadataAddress: orNull(metadataAddress) } }
    }
    case 'tokenMetadata':
      return { extension: name, state: metadata && parsedMetadata(metadata) }
    default:
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

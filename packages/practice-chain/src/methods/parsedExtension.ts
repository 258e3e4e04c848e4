import {
  type Address,
  address,
  type ExtensionName,
  struct,
  systemProgram,
  transferFeeConfigLayout,
  u64,
} from '@tern/core'

const transferFeeAmountLayout = struct('TransferFeeAmount', 8, { withheldAmount: u64 })
const metadataPointerLayout = struct('MetadataPointer', 64, { authority: address, metadataAddress: address })
const tokenMetadataHead = struct('TokenMetadata', 64, { updateAuthority: address, mint: address })

/** An address that may be absent is laid out as 32 zero bytes. */
const orNull = (value: Address): Address | null => (value === systemProgram ? null : value)

/** An extension as a cluster writes it under `jsonParsed`: those that the practice world has; others are `unparseableExtension`. */
export function parseExtension(name: ExtensionName, value: Uint8Array): unknown {
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
      return { extension: name, state: parseTokenMetadata(value) }
    default:
      return { extension: 'unparseableExtension' }
  }
}

function parseTokenMetadata(value: Uint8Array): unknown {
  const { updateAuthority, mint } = tokenMetadataHead.decode(value, 'atLeast')
  const view = new DataView(value.buffer, value.byteOffset, value.length)
  let at = tokenMetadataHead.size
  const readCount = (): number => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const readText = (): string => {
    const length = readCount()
    at += length
    return new TextDecoder().decode(value.subarray(at - length, at))
  }
  const [name, symbol, uri] = [readText(), readText(), readText()]
  const additionalMetadata = Array.from({ length: readCount() }, () => [readText(), readText()])
  return { additionalMetadata, mint, name, symbol, updateAuthority: orNull(updateAuthority), uri }
}

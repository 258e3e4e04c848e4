import {
  type Address,
  addressBytes,
  mintLayout,
  scaledUiAmountLayout,
  systemProgram,
  tokenAccountLayout,
  transferFeeConfigLayout,
} from '@tern/core'

/** What a world says about a token where wallets and explorers look for it. */
export interface Metadata {
  readonly mint: Address
  readonly updateAuthority: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** The system program's address is 32 zero bytes: what an absent address is laid out as. */
const absent = systemProgram
const noLimit = 2n ** 64n - 1n

function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** A string with its length, as borsh has it; padded with zero bytes to `length` when Token Metadata keeps it that way. */
function text(value: string, length?: number): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return concat(u32(length ?? bytes.length), bytes, new Uint8Array((length ?? bytes.length) - bytes.length))
}

const extension = (type: number, value: Uint8Array): Uint8Array =>
  concat([type, 0, value.length & 0xff, value.length >> 8], value)

/** A mint of 82 bytes that `authority` mints, or nobody; nobody can freeze. */
export function encodeMint(supply: bigint, decimals: number, authority?: Address): Uint8Array {
  return mintLayout.encode({
    mintAuthorityOption: authority === undefined ? 0 : 1,
    mintAuthority: authority ?? absent,
    supply,
    decimals,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: absent,
  })
}

/** The extensions of a Token-2022 mint of the world. */
export interface Token2022Kind {
  readonly transferFeeBps: number
  /** By which wallets show its amounts; absent: it has no such extension. */
  readonly multiplier?: number
}

/**
 * Writes a Token-2022 mint that nobody can mint more of, with its metadata inside (extensions 18 and 19).
 * Nobody can change its transfer fee (extension 1) or its multiplier (extension 25). `metadata.updateAuthority` may collect withheld fees.
 */
export function encodeToken2022Mint(
  supply: bigint,
  decimals: number,
  metadata: Metadata,
  { transferFeeBps, multiplier }: Token2022Kind,
): Uint8Array {
  const fee = { epoch: 0n, maximumFee: noLimit, transferFeeBasisPoints: transferFeeBps }
  const transferFeeConfig = transferFeeConfigLayout.encode({
    transferFeeConfigAuthority: absent,
    withdrawWithheldAuthority: metadata.updateAuthority,
    withheldAmount: 0n,
    olderTransferFee: fee,
    newerTransferFee: fee,
  })
  const scaled = multiplier && {
    ...{ authority: absent, multiplier, newMultiplierEffectiveTimestamp: 0n, newMultiplier: multiplier },
  }
  const whose = concat(addressBytes(metadata.updateAuthority), addressBytes(metadata.mint))
  const tokenMetadata = concat(whose, text(metadata.name), text(metadata.symbol), text(metadata.uri), u32(0))
  const accountTypeMint = 1
  return concat(
    encodeMint(supply, decimals),
    new Uint8Array(165 - mintLayout.size),
    [accountTypeMint],
    transferFeeBps > 0 ? extension(1, transferFeeConfig) : [],
    extension(18, whose),
    extension(19, tokenMetadata),
    scaled ? extension(25, scaledUiAmountLayout.encode(scaled)) : [],
  )
}

/** A Metaplex metadata account (key 4) of a fungible token, 607 bytes as the program makes them today. */
export function encodeMetadata(metadata: Metadata, bump: number): Uint8Array {
  const fungible = 2
  const used = concat(
    [4],
    addressBytes(metadata.updateAuthority),
    addressBytes(metadata.mint),
    text(metadata.name, 32),
    text(metadata.symbol, 10),
    text(metadata.uri, 200),
    // No royalty, no creators, no sale, not mutable.
    [0, 0, 0, 0, 0],
    [1, bump],
    [1, fungible],
  )
  return concat(used, new Uint8Array(607 - used.length))
}

/** What a token account of a world begins with. */
export interface TokenBalance {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
  /** For wrapped SOL: the lamports in the account that are not part of `amount`. */
  readonly nativeReserve?: bigint
}

/** An initialised token account of SPL Token: 165 bytes. */
export function encodeTokenAccount({ mint, owner, amount, nativeReserve }: TokenBalance): Uint8Array {
  return tokenAccountLayout.encode({
    mint,
    owner,
    amount,
    delegateOption: 0,
    delegate: absent,
    state: 1,
    isNativeOption: nativeReserve === undefined ? 0 : 1,
    isNative: nativeReserve ?? 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: absent,
  })
}

/** An extension that a Token-2022 account begins with: the type as Token-2022 numbers it, and its empty value's length. */
export const accountExtensions = { transferFeeAmount: [2, 8], immutableOwner: [7, 0] } as const

/** An initialised token account of Token-2022, as large as the program makes it with these extensions. */
export function encodeToken2022Account(
  balance: TokenBalance,
  extensions: readonly (keyof typeof accountExtensions)[],
): Uint8Array {
  const base = encodeTokenAccount(balance)
  if (extensions.length === 0) return base
  const accountTypeAccount = 2
  const values = extensions.map(name => {
    const [type, length] = accountExtensions[name]
    return extension(type, new Uint8Array(length))
  })
  return concat(base, [accountTypeAccount], ...values)
}

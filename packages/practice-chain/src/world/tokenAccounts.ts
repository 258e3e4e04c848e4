import { type Address, systemProgram } from '@tern/core'
import {
  addressBytes,
  mintLayout,
  scaledUiAmountLayout,
  tokenAccountLayout,
  transferFeeConfigLayout,
} from '@tern/core/internal'

/** A token's metadata for wallets and explorers. */
export interface Metadata {
  readonly mint: Address
  readonly updateAuthority: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** An absent address is stored as 32 zero bytes, which is the system program's address. */
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

/** Encodes a string after its length, as borsh does. With `length`, zero bytes pad it, as Token Metadata stores it. */
function text(value: string, length?: number): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return concat(u32(length ?? bytes.length), bytes, new Uint8Array((length ?? bytes.length) - bytes.length))
}

const extension = (type: number, value: Uint8Array): Uint8Array =>
  concat([type, 0, value.length & 0xff, value.length >> 8], value)

/** Encodes a mint of 82 bytes without freeze authority. Without `authority`, it has no mint authority either. */
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
  /** The multiplier of its displayed amounts. Unset: the mint has no such extension. */
  readonly multiplier?: number
}

/**
 * Encodes a Token-2022 mint without mint authority, with its metadata inside (extensions 18 and 19).
 * Its transfer fee (extension 1) and its multiplier (extension 25) can never change.
 * `metadata.updateAuthority` may collect withheld fees.
 */
export function encodeToken2022Mint(
  { supply, decimals }: { readonly supply: bigint; readonly decimals: number },
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

/** Encodes a Metaplex metadata account (key 4) of a fungible token: 607 bytes, as the program makes it today. */
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

/** The content of a new token account. */
export interface TokenBalance {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
  /** For wrapped SOL: the lamports in the account that are not part of `amount`. */
  readonly nativeReserve?: bigint
}

/** Encodes an initialized SPL token account of 165 bytes. */
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

/** Extensions of a new Token-2022 account: Token-2022's type number, and the length of the empty value. */
export const accountExtensions = { transferFeeAmount: [2, 8], immutableOwner: [7, 0] } as const

/** Encodes an initialized Token-2022 account, with the program's size for these extensions. */
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

import type { Address } from '@solana/addresses'
import type { AccountSet, AccountSnapshot } from './account.ts'
import { token2022Program, wrappedNativeMint } from './addresses.ts'
import { isTernError, TernError } from './errors.ts'
import { address, bool, type Decoded, struct, u8, u32, u64 } from './layout.ts'
import { decodeMintExtensions, type MintExtensions, transferFeeConfigLayout } from './mintExtensions.ts'
import { checkTokenProgram, isSome, multisigSize } from './tokenAccount.ts'
import { accountTypeOffset, accountTypes, type RawExtension, rawExtensions } from './tokenExtensions.ts'

/** `spl_token::state::Mint`: the 82 bytes that both token programs share. */
export const mintLayout = struct('Mint', 82, {
  mintAuthorityOption: u32,
  mintAuthority: address,
  supply: u64,
  decimals: u8,
  isInitialized: bool,
  freezeAuthorityOption: u32,
  freezeAuthority: address,
})

/** A mint of either token program, with the extensions that it carries. */
export interface Mint {
  readonly address: Address
  readonly program: Address
  readonly decimals: number
  /** Raw units. */
  readonly supply: bigint
  readonly mintAuthority: Address | null
  readonly freezeAuthority: Address | null
  readonly extensions: MintExtensions
}

/**
 * Decodes a mint of either token program, as spl-token's `unpackMint` and the programs read it.
 *
 * @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner` for an account of another program,
 * `layout/tokenAccountSize` for a length that no mint has, `layout/tokenMint` for an account that is not an initialized mint,
 * `layout/*` for damaged extensions.
 * @example
 * decodeMint(usdcMint, account).decimals // 6
 */
export function decodeMint(address: Address, account: AccountSnapshot | null | undefined): Mint {
  const { program, data, isExtended, raw } = checkMint(address, account)
  return {
    address,
    program,
    decimals: raw.decimals,
    supply: raw.supply,
    mintAuthority: isSome(raw.mintAuthorityOption) ? raw.mintAuthority : null,
    freezeAuthority: isSome(raw.freezeAuthorityOption) ? raw.freezeAuthority : null,
    extensions: isExtended ? decodeMintExtensions(data) : { names: [] },
  }
}

/** The part of a mint that a trade needs. The fee on transfers is the only decoded extension. */
export interface TradedMint extends Pick<Mint, 'address' | 'program' | 'decimals' | 'supply'> {
  readonly extensions: Pick<MintExtensions, 'transferFeeConfig'> & {
    /** The number and the bytes of every extension, in the mint's order. */
    readonly raw: readonly RawExtension[]
  }
}

/**
 * Decodes the part of a mint that a trade needs, faster than `decodeMint`. Damage inside other extensions goes unnoticed.
 *
 * @throws TernError as `decodeMint`.
 * @example
 * decodeTradedMint(usdcMint, account).decimals // 6
 */
export function decodeTradedMint(address: Address, account: AccountSnapshot | null | undefined): TradedMint {
  const { program, data, isExtended, raw: base } = checkMint(address, account)
  const { decimals, supply } = base
  const raw = isExtended ? rawExtensions(data) : []
  const fees = raw.find(({ type }) => type === transferFeeType)
  const extensions = fees ? { raw, transferFeeConfig: transferFeeConfigLayout.decode(fees.value) } : { raw }
  // Most trades use wrapped SOL. Two references to one string compare at once, so the constant replaces an equal string.
  const mint = address === wrappedNativeMint ? wrappedNativeMint : address
  return { address: mint, program, decimals, supply, extensions }
}

/** Token-2022's `ExtensionType::TransferFeeConfig`. */
const transferFeeType = 1

interface CheckedMint {
  readonly program: Address
  readonly data: Uint8Array
  readonly isExtended: boolean
  readonly raw: Decoded<typeof mintLayout>
}

function checkMint(address: Address, account: AccountSnapshot | null | undefined): CheckedMint {
  const { data, owner: program } = checkTokenProgram(address, account)
  const isExtended = data.length > mintLayout.size
  if (data.length < mintLayout.size || (isExtended && !mayBeExtended(program, data)))
    throw new TernError('layout/tokenAccountSize', { address, length: data.length })
  if (data[mintLayout.offsets.isInitialized] !== 1 || (isExtended && !isExtendedMint(data)))
    throw new TernError('layout/tokenMint', { address })
  return { program, data, isExtended, raw: mintLayout.view(data, 'atLeast') }
}

function mayBeExtended(program: Address, data: Uint8Array): boolean {
  return program === token2022Program && data.length > accountTypeOffset && data.length !== multisigSize
}

function isExtendedMint(data: Uint8Array): boolean {
  return (
    data[accountTypeOffset] === accountTypes.mint &&
    data.subarray(mintLayout.size, accountTypeOffset).every(byte => byte === 0)
  )
}

/**
 * Decodes each account that is a mint, and collects the error of each account that is not.
 *
 * @returns `refused` has `layout/mintTooShort` for accounts that are too short for a mint, otherwise the error of `decodeMint`.
 * @example
 * decodeMints(accounts).mints.get(usdcMint)?.decimals // 6
 */
export function decodeMints(accounts: AccountSet): {
  readonly mints: ReadonlyMap<Address, Mint>
  readonly refused: ReadonlyMap<Address, TernError>
} {
  const mints = new Map<Address, Mint>()
  const refused = new Map<Address, TernError>()
  for (const [address, account] of accounts) {
    try {
      mints.set(address, decodeMint(address, account))
    } catch (error) {
      if (!isTernError(error)) throw error
      const isShort = isTernError(error, 'layout/tokenAccountSize') && error.facts.length < mintLayout.size
      refused.set(
        address,
        isShort
          ? new TernError('layout/mintTooShort', { address, length: error.facts.length }, { cause: error })
          : error,
      )
    }
  }
  return { mints, refused }
}

import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { token2022Program, tokenProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, type Decoded, struct, u8, u32, u64 } from './layout.ts'
import { accountState } from './mintExtensions.ts'
import { accountTypeOffset, accountTypes, type ExtensionName, readExtensions } from './tokenExtensions.ts'

/** `spl_token::state::Account`: the 165 bytes that both token programs share. */
export const tokenAccountLayout = struct('TokenAccount', 165, {
  mint: address,
  owner: address,
  amount: u64,
  delegateOption: u32,
  delegate: address,
  state: u8,
  isNativeOption: u32,
  isNative: u64,
  delegatedAmount: u64,
  closeAuthorityOption: u32,
  closeAuthority: address,
})

/** A token account of either token program. */
export interface TokenAccount {
  readonly address: Address
  readonly program: Address
  readonly mint: Address
  readonly owner: Address
  /** Raw units. */
  readonly amount: bigint
  readonly state: ReturnType<typeof accountState>
  readonly delegate: Address | null
  readonly delegatedAmount: bigint
  /** The rent in lamports that a wrapped-SOL account holds beyond its amount; `null` for any other mint. */
  readonly nativeReserve: bigint | null
  readonly closeAuthority: Address | null
  readonly extensions: readonly ExtensionName[]
}

/**
 * Decodes a token account of either program, as spl-token's `unpackAccount` reads it.
 * An uninitialized account is an answer with that `state`, not an error.
 *
 * @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner`, `layout/tokenAccountSize`, `layout/invalidValue`, `layout/extension`.
 * @example
 * decodeTokenAccount(address, account).amount // raw units
 */
export function decodeTokenAccount(address: Address, account: AccountSnapshot | null | undefined): TokenAccount {
  const { program, data, raw } = checkTokenAccount(address, account)
  return {
    address,
    program,
    mint: raw.mint,
    owner: raw.owner,
    amount: raw.amount,
    state: accountState(raw.state),
    delegate: isSome(raw.delegateOption) ? raw.delegate : null,
    delegatedAmount: raw.delegatedAmount,
    nativeReserve: isSome(raw.isNativeOption) ? raw.isNative : null,
    closeAuthority: isSome(raw.closeAuthorityOption) ? raw.closeAuthority : null,
    extensions: data.length > tokenAccountLayout.size ? readExtensions(data).map(({ name }) => name) : [],
  }
}

/** A pool's own token account. */
export type Vault = Pick<TokenAccount, 'address' | 'program' | 'mint' | 'owner' | 'amount' | 'state'>

/**
 * Decodes the fields of a pool's token account that a trade needs, faster than `decodeTokenAccount`.
 * Damage in other fields or in extensions goes unnoticed.
 *
 * @throws TernError as `decodeTokenAccount`.
 * @example
 * decodeVault(address, account).amount // raw units
 */
export function decodeVault(address: Address, account: AccountSnapshot | null | undefined): Vault {
  const { program, raw } = checkTokenAccount(address, account)
  const { mint, owner, amount } = raw
  return { address, program, mint, owner, amount, state: accountState(raw.state) }
}

interface CheckedTokenAccount {
  readonly program: Address
  readonly data: Uint8Array
  readonly raw: Decoded<typeof tokenAccountLayout>
}

function checkTokenAccount(address: Address, account: AccountSnapshot | null | undefined): CheckedTokenAccount {
  const { owner: program, data } = checkTokenProgram(address, account)
  const isExtended = data.length > tokenAccountLayout.size
  if (data.length < tokenAccountLayout.size || (isExtended && !isExtendedAccount(program, data)))
    throw new TernError('layout/tokenAccountSize', { address, length: data.length })
  return { program, data, raw: tokenAccountLayout.view(data, 'atLeast') }
}

function isExtendedAccount(program: Address, data: Uint8Array): boolean {
  return (
    program === token2022Program && data.length !== multisigSize && data[accountTypeOffset] === accountTypes.account
  )
}

/** Reads the tag of the programs' `COption`: 1 if a value follows, 0 if not. @throws TernError `layout/invalidValue`. */
export function isSome(tag: number): boolean {
  if (tag > 1) throw new TernError('layout/invalidValue', { field: 'option', value: String(tag) })
  return tag === 1
}

/** The length of the token programs' multisigs. The programs never give it to an account with extensions. */
export const multisigSize = 355

/** Returns the account if a token program owns it. @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner`. */
export function checkTokenProgram(address: Address, account: AccountSnapshot | null | undefined): AccountSnapshot {
  if (account === null || account === undefined) throw new TernError('token/accountNotFound', { address })
  if (account.owner !== tokenProgram && account.owner !== token2022Program)
    throw new TernError('layout/tokenAccountOwner', { address, owner: account.owner })
  return account
}

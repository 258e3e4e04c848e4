import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { token2022Program, tokenProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, struct, u8, u32, u64 } from './layout.ts'
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

const states = ['uninitialized', 'initialized', 'frozen'] as const

export interface TokenAccount {
  readonly address: Address
  readonly program: Address
  readonly mint: Address
  readonly owner: Address
  /** Raw units. */
  readonly amount: bigint
  readonly state: (typeof states)[number]
  readonly delegate: Address | null
  readonly delegatedAmount: bigint
  /** The rent in lamports that a wrapped-native account keeps beside its amount; `null` for any other mint. */
  readonly nativeReserve: bigint | null
  readonly closeAuthority: Address | null
  readonly extensions: readonly ExtensionName[]
}

/**
 * A token account of either program, as spl-token's `unpackAccount` reads it.
 * @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner`, `layout/tokenAccountSize`, `layout/invalidValue`, `layout/extension`.
 */
export function decodeTokenAccount(address: Address, account: AccountSnapshot | null | undefined): TokenAccount {
  const data = checkTokenProgram(address, account).data
  const isExtended =
    account?.owner === token2022Program && data.length > accountTypeOffset && data.length !== multisigSize
  if (data.length !== tokenAccountLayout.size && !(isExtended && data[accountTypeOffset] === accountTypes.account))
    throw new TernError('layout/tokenAccountSize', { address, length: data.length })
  const raw = tokenAccountLayout.decode(data, 'atLeast')
  const state = states[raw.state]
  if (state === undefined) throw new TernError('layout/invalidValue', { field: 'state', value: String(raw.state) })
  return {
    address,
    program: account?.owner ?? tokenProgram,
    mint: raw.mint,
    owner: raw.owner,
    amount: raw.amount,
    state,
    delegate: raw.delegateOption === 0 ? null : raw.delegate,
    delegatedAmount: raw.delegatedAmount,
    nativeReserve: raw.isNativeOption === 0 ? null : raw.isNative,
    closeAuthority: raw.closeAuthorityOption === 0 ? null : raw.closeAuthority,
    extensions: isExtended ? readExtensions(data).map(({ name }) => name) : [],
  }
}

/** A multisig of the token program has this very length, so no extended account may. */
export const multisigSize = 355

/** The account, read and owned by a token program. @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner`. */
export function checkTokenProgram(address: Address, account: AccountSnapshot | null | undefined): AccountSnapshot {
  if (account === null || account === undefined) throw new TernError('token/accountNotFound', { address })
  if (account.owner !== tokenProgram && account.owner !== token2022Program)
    throw new TernError('layout/tokenAccountOwner', { address, owner: account.owner })
  return account
}

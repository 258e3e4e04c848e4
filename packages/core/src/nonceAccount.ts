import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { systemProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, struct, u32, u64 } from './layout.ts'
import { addressWithSeed } from './programAddress.ts'

/** `solana_nonce::versions::Versions` with its state, as bincode writes it. */
export const nonceAccountLayout = struct('NonceAccount', 80, {
  version: u32,
  state: u32,
  authority: address,
  blockhash: address,
  lamportsPerSignature: u64,
})

/** A durable nonce: a value that stands in for a blockhash until it is used. */
export interface NonceAccount {
  readonly address: Address
  /** Who may advance it. */
  readonly authority: Address
  /** The value to use as a message's blockhash, base58. */
  readonly nonce: string
}

/**
 * A durable nonce account that can be used: initialized, and of the current version (a legacy one no longer bounds a
 * transaction's life). @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/invalidValue`.
 */
export function decodeNonceAccount(address: Address, account: AccountSnapshot): NonceAccount {
  if (account.owner !== systemProgram)
    throw new TernError('layout/wrongOwner', {
      layout: nonceAccountLayout.name,
      expected: systemProgram,
      actual: account.owner,
    })
  const { version, state, authority, blockhash } = nonceAccountLayout.decode(account.data)
  if (version !== 1) throw new TernError('layout/invalidValue', { field: 'version', value: String(version) })
  if (state !== 1) throw new TernError('layout/invalidValue', { field: 'state', value: String(state) })
  return { address, authority, nonce: blockhash }
}

/** The seed that a wallet's own nonce account follows from with its address. `index`: from 0. */
export const nonceAccountSeed = (index: number): string => `tern-nonce-${index}`

/** A wallet's own nonce accounts follow from its address, so that nobody has to remember them. `index`: from 0. */
export const nonceAccountAddress = (wallet: Address, index: number): Promise<Address> =>
  addressWithSeed(wallet, nonceAccountSeed(index), systemProgram)

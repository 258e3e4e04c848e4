import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { systemProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, struct, u32, u64 } from './layout.ts'
import { addressWithSeed } from './programAddress.ts'

/** `solana_nonce::versions::Versions` and its state, in bincode. */
export const nonceAccountLayout = struct('NonceAccount', 80, {
  version: u32,
  state: u32,
  authority: address,
  blockhash: address,
  lamportsPerSignature: u64,
})

/** An account with a durable nonce: a value that replaces a blockhash and does not expire until it is used. */
export interface NonceAccount {
  readonly address: Address
  /** The wallet that may advance the nonce. */
  readonly authority: Address
  /** The value to use as a message's blockhash, in base58. */
  readonly nonce: string
}

/**
 * Decodes a durable nonce account that can be used.
 * The account must be initialized and of the current version. The runtime refuses the nonce of a legacy account.
 *
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/invalidValue`.
 * @example
 * decodeNonceAccount(address, account).nonce // 32 bytes in base58
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

/**
 * Names the seed of a wallet's own nonce account.
 *
 * @param index from 0.
 * @example
 * nonceAccountSeed(0) // 'tern-nonce-0'
 */
export const nonceAccountSeed = (index: number): string => `tern-nonce-${index}`

/**
 * Derives the address of a wallet's own nonce account. It follows from the wallet's address, so it is stored nowhere.
 *
 * @param index from 0.
 * @example
 * await nonceAccountAddress(systemProgram, 0) // 'ECw46rmxoE9Y4Pii2dL6GRWLUV6T8KpqMKQ2mZkMY9Ut'
 */
export const nonceAccountAddress = (wallet: Address, index: number): Promise<Address> =>
  addressWithSeed(wallet, nonceAccountSeed(index), systemProgram)

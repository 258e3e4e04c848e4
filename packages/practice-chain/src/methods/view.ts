import type { AccountSnapshot, Address } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import type { AccountQuery } from '../bank/programAccounts.ts'
import { checkReached } from './method.ts'
import { type Options, readCommitment } from './params.ts'

/** The accounts of the chain as of one slot. */
export interface View {
  readonly slot: bigint
  account(address: Address): AccountSnapshot | null
  /** The accounts of a program that are as `query` says. */
  accountsByOwner(program: Address, query?: AccountQuery): Iterable<readonly [Address, AccountSnapshot]>
  /** Token accounts of both token programs whose owner field is `owner`. */
  tokenAccountsByOwner(owner: Address): Iterable<readonly [Address, AccountSnapshot]>
  tokenAccountsByMint(mint: Address): Iterable<readonly [Address, AccountSnapshot]>
}

/**
 * The accounts that a client asks to see. They are the newest ones at every commitment: what a slot says is what it is
 * true of. @throws TernError `practice/refused` for an unknown commitment, or when the client knows a later slot.
 */
export function viewOf(bank: Bank, options: Options): View {
  readCommitment(options)
  const slot = bank.slot()
  checkReached(slot, options)
  return {
    slot,
    account: bank.account,
    accountsByOwner: bank.accountsByOwner,
    tokenAccountsByOwner: bank.tokenAccountsByOwner,
    tokenAccountsByMint: bank.tokenAccountsByMint,
  }
}

import type { AccountSnapshot, Address } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { isTokenAccount } from '../bank/accountStore.ts'
import type { Bank } from '../bank/bank.ts'
import { type AccountQuery, matchesQuery } from '../bank/programAccounts.ts'
import { checkReached } from './method.ts'
import { type Options, readCommitment } from './params.ts'

type Found = readonly [Address, AccountSnapshot]

/** The chain's accounts at the end of a slot, or their current state in the current slot. */
export interface View {
  readonly slot: bigint
  account(address: Address): AccountSnapshot | null
  /** The accounts of a program that match `query`. */
  accountsByOwner(program: Address, query?: AccountQuery): Iterable<Found>
  /** Token accounts of both token programs whose owner field is `owner`. */
  tokenAccountsByOwner(owner: Address): Iterable<Found>
  tokenAccountsByMint(mint: Address): Iterable<Found>
}

/**
 * Returns the accounts at the client's commitment.
 * @throws TernError `practice/refused` for an unknown commitment, or if the client knows a later slot.
 */
export function viewOf(bank: Bank, options: Options): View {
  const commitment = readCommitment(options)
  const slot = bank.slot(commitment)
  checkReached(slot, options)
  return commitment === 'processed' ? { ...newest(bank), slot } : earlier(bank, slot)
}

const newest = (bank: Bank): Omit<View, 'slot'> => ({
  account: bank.account,
  accountsByOwner: bank.accountsByOwner,
  tokenAccountsByOwner: bank.tokenAccountsByOwner,
  tokenAccountsByMint: bank.tokenAccountsByMint,
})

/** Reads changed accounts in their earlier state, and all others in their current state. */
function earlier(bank: Bank, slot: bigint): View {
  const account = (address: Address) => bank.account(address, slot)

  function* then(now: Iterable<Found>, isWanted: (account: AccountSnapshot) => boolean): Iterable<Found> {
    const changed = bank.changedSince(slot)
    // A chain's initial accounts carry its first slot, but existed before it.
    for (const found of now) if (found[1].slot <= slot || !changed.has(found[0])) yield found
    for (const address of changed) {
      const was = account(address)
      if (was !== null && isWanted(was)) yield [address, was]
    }
  }

  const isHeld = (was: AccountSnapshot, field: 'owner' | 'mint', address: Address) =>
    isTokenAccount(was) && tokenAccountLayout.view(was.data, 'atLeast')[field] === address
  return {
    slot,
    account,
    accountsByOwner: (program, query = {}) =>
      then(bank.accountsByOwner(program, query), was => was.owner === program && matchesQuery(was, query)),
    tokenAccountsByOwner: owner => then(bank.tokenAccountsByOwner(owner), was => isHeld(was, 'owner', owner)),
    tokenAccountsByMint: mint => then(bank.tokenAccountsByMint(mint), was => isHeld(was, 'mint', mint)),
  }
}

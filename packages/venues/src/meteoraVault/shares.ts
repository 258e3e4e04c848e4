import { floorQuotient } from '../wideQuotient.ts'
import type { VaultState } from './layout.ts'

/** `LOCKED_PROFIT_DEGRADATION_DENOMINATOR` (dynamic-vault/src/state.rs). */
export const degradationDenominator = 1_000_000_000_000n

/** The fields of a vault that determine the tokens behind its shares. */
export type VaultFunds = Pick<
  VaultState,
  'total_amount' | 'last_updated_locked_profit' | 'last_report' | 'locked_profit_degradation'
>

/** The tokens that a vault could pay for all its shares, and the number of its shares. Raw units. */
export interface VaultShares {
  readonly amount: bigint
  readonly supply: bigint
}

/**
 * Computes the profit that a vault still locks. Without the lock, a deposit just before a report would share in its profit.
 *
 * @param now Unix seconds. The chain's clock is never before `last_report`, so an earlier time counts as `last_report`.
 * @see `calculate_locked_profit` (dynamic-vault/src/state.rs)
 */
export function lockedProfit(vault: VaultFunds, now: bigint): bigint {
  const locked = vault.last_updated_locked_profit
  if (locked === 0n) return 0n
  const unlocked = unlockedShare(vault, now)
  if (unlocked > degradationDenominator) return 0n
  return (locked * (degradationDenominator - unlocked)) / degradationDenominator
}

/** Checks that a vault will unlock more profit after `now`, in Unix seconds. */
export function isUnlocking(vault: VaultFunds, now: bigint): boolean {
  if (vault.last_updated_locked_profit === 0n || vault.locked_profit_degradation === 0n) return false
  return unlockedShare(vault, now) < degradationDenominator
}

function unlockedShare({ last_report, locked_profit_degradation }: VaultFunds, now: bigint): bigint {
  return now > last_report ? (now - last_report) * locked_profit_degradation : 0n
}

/**
 * Computes the tokens that back the shares of a vault.
 *
 * @param now Unix seconds.
 * @returns negative if more profit is locked than the vault has. The program then refuses deposits and withdrawals.
 * @see `get_unlocked_amount` (dynamic-vault/src/state.rs)
 */
export function unlockedAmount(vault: VaultFunds, now: bigint): bigint {
  return vault.total_amount - lockedProfit(vault, now)
}

/** Returns the tokens of some shares, rounded down. @see `get_amount_by_share` (dynamic-vault/src/state.rs) */
export function amountByShare({ amount, supply }: VaultShares, share: bigint): bigint {
  return amount === supply ? share : floorQuotient(share, amount, supply)
}

/** Returns the shares of some tokens, rounded down. @see `get_unmint_amount` (dynamic-vault/src/state.rs) */
export function shareByAmount({ amount, supply }: VaultShares, tokens: bigint): bigint {
  return amount === supply ? tokens : floorQuotient(tokens, supply, amount)
}

import type { Address } from '@tern/core'
import { address, type Decoded, struct, u8, u64 } from '@tern/core/internal'
import { type Executed, eventsInLogs } from '../readEvents.ts'
import { program } from './addresses.ts'

/**
 * `LpChangeEvent` (states/events.rs). `change_type`: 0 deposit, 1 withdrawal.
 * Vault amounts exclude uncollected fees. A deposit's amounts exclude the transfer fees, and a withdrawal's, too.
 */
export const lpChangeEventLayout = struct(
  'LpChangeEvent',
  97,
  {
    pool_id: address,
    lp_amount_before: u64,
    token_0_vault_before: u64,
    token_1_vault_before: u64,
    token_0_amount: u64,
    token_1_amount: u64,
    token_0_transfer_fee: u64,
    token_1_transfer_fee: u64,
    change_type: u8,
  },
  { discriminator: [0x79, 0xa3, 0xcd, 0xc9, 0x39, 0xda, 0x75, 0x3c] },
)

/** A deposit or a withdrawal, as the program's event reports it. */
export type LpChangeEvent = Decoded<typeof lpChangeEventLayout>

/** A deposit into a pool or a withdrawal from it. Pairs are in the pool's order, amounts in raw units. */
export interface LiquidityChange {
  readonly kind: 'deposit' | 'withdrawal'
  readonly pool: Address
  /** The LP tokens of the pool before the change. The event leaves out how many were minted or burned. */
  readonly lpSupplyBefore: bigint
  readonly reservesBefore: readonly [bigint, bigint]
  /** The owner's side: sent with the transfer fees in a deposit, received after the transfer fees in a withdrawal. */
  readonly amounts: readonly [bigint, bigint]
  readonly transferFees: readonly [bigint, bigint]
}

/**
 * Reads the deposit or withdrawal that an event of the program's log reports.
 *
 * @returns `undefined` for another event, or for a kind of change that the program does not make.
 * @example
 * readLiquidityChange(event)?.amounts // [1_000_000n, 2_500_000n] raw units
 */
export function readLiquidityChange(event: Uint8Array): LiquidityChange | undefined {
  const { discriminator, size } = lpChangeEventLayout
  if (event.length < size || discriminator.some((byte, i) => event[i] !== byte)) return undefined
  const change = lpChangeEventLayout.decode(event, 'atLeast')
  if (change.change_type > 1) return undefined
  const fees = [change.token_0_transfer_fee, change.token_1_transfer_fee] as const
  const isDeposit = change.change_type === 0
  return {
    kind: isDeposit ? 'deposit' : 'withdrawal',
    pool: change.pool_id,
    lpSupplyBefore: change.lp_amount_before,
    reservesBefore: [change.token_0_vault_before, change.token_1_vault_before],
    amounts: [
      isDeposit ? change.token_0_amount + fees[0] : change.token_0_amount,
      isDeposit ? change.token_1_amount + fees[1] : change.token_1_amount,
    ],
    transferFees: fees,
  }
}

/**
 * Reads the deposits and withdrawals of a transaction from its log, in order.
 *
 * @returns the changes up to the point at which a node has truncated the log.
 * @example
 * readLiquidityChanges({ logs })[0]?.kind // 'deposit'
 */
export function readLiquidityChanges({ logs }: Pick<Executed, 'logs'>): readonly LiquidityChange[] {
  return eventsInLogs(program, logs).flatMap(event => readLiquidityChange(event) ?? [])
}

import { isTernError, type Mint, tokenProgram, transferFee } from '@tern/core'
import { assertU64, inverseTransferFee, maxU64 } from '@tern/core/internal'
import type { PoolState } from '@tern/venues/raydiumCpmm'
import { poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import type { Script } from '../../effects/script.ts'
import { type NamedAccount, panic } from '../anchor.ts'
import { refuse } from './errors.ts'

export const authoritySeed = Buffer.from('vault_and_lp_mint_auth_seed')
/** The status bits, each of which forbids an action. */
export const statusBits = { deposit: 0, withdraw: 1, swap: 2 } as const

/**
 * `get_status_by_bit` (states/pool.rs).
 * @throws TernError `practice/programFailed` with NotApproved.
 */
export function checkStatus({ status }: PoolState, action: keyof typeof statusBits): void {
  if (((status >> statusBits[action]) & 1) === 1) refuse('NotApproved')
}

/** `vault_amount_without_fee` (states/pool.rs). */
export function reservesOf(pool: PoolState, vault0: bigint, vault1: bigint): readonly [bigint, bigint] {
  const owed0 = pool.protocol_fees_token_0 + pool.fund_fees_token_0 + pool.creator_fees_token_0
  const owed1 = pool.protocol_fees_token_1 + pool.fund_fees_token_1 + pool.creator_fees_token_1
  if (owed0 > maxU64 || owed1 > maxU64) refuse('MathOverflow')
  return vault0 < owed0 || vault1 < owed1 ? refuse('InsufficientVault') : [vault0 - owed0, vault1 - owed1]
}

/** `get_transfer_fee` (utils/token.rs): the mint's fee on `amount`. */
export const feeOn = (mint: Mint, epoch: bigint, amount: bigint): bigint =>
  orPanic('fee', () => transferFee(mint, epoch, amount))

/** `get_transfer_inverse_fee` (utils/token.rs): the mint's fee in addition to `received`. */
export function feeOnTop(mint: Mint, epoch: bigint, received: bigint): bigint {
  if (mint.program === tokenProgram) return 0n
  if (received === 0n) return refuse('InvalidInput')
  return orPanic('inverse fee', () => {
    const fee = inverseTransferFee(mint, epoch, received)
    return transferFee(mint, epoch, received + fee) === fee ? fee : refuse('TransferFeeCalculateNotMatch')
  })
}

/** Panics like the program's `unwrap` if the number does not fit into 64 bits. */
export function u64OrPanic(value: bigint): bigint {
  return value > maxU64 || value < 0n ? panic('called `Option::unwrap()` on a `None` value') : assertU64(value)
}

function orPanic<T>(what: string, calculate: () => T): T {
  try {
    return calculate()
  } catch (error) {
    if (!isTernError(error) || isTernError(error, 'practice/programFailed')) throw error
    return panic(`no ${what}`)
  }
}

type PoolNumber = 'lp_supply' | 'recent_epoch' | `${'protocol_fees' | 'fund_fees' | 'creator_fees'}_token_${0 | 1}`

/** Writes the changed numbers of the pool. */
export function writePool(
  script: Script,
  { position }: NamedAccount,
  { pool, numbers }: { readonly pool: PoolState; readonly numbers: Partial<Record<PoolNumber, bigint>> },
): void {
  for (const [name, value] of Object.entries(numbers) as [PoolNumber, bigint][]) {
    if (value === pool[name]) continue
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, u64OrPanic(value), true)
    script.write(position, poolStateLayout.offsets[name], bytes)
  }
}

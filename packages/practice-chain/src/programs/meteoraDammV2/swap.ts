import { type Clock, type Mint, token2022Program, tokenProgram } from '@tern/core'
import { type PoolState, program, swapModes } from '@tern/venues/meteoraDammV2'
import {
  type Direction,
  decodeBaseFee,
  directionOf,
  poolAuthority,
  poolLayout,
  type RateLimiter,
  type SwapResult,
  splitFees,
  swap2Layout,
  swapEventLayout,
  swapExactIn,
  swapExactOut,
  swapLayout,
  swapToEdge,
} from '@tern/venues/meteoraDammV2/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  fail,
  type NamedAccount,
  nameAccounts,
  panic,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { checkEventAccounts, emitCall } from '../events.ts'
import { transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { checkOnlySwap } from './onlySwap.ts'
import { afterSwap, authoritySeeds, checkOpen, currentPoint, withReferences, withReserves, writePool } from './pool.ts'
import { arrivingOf, sentFor } from './transferFees.ts'

const names = [
  'pool_authority',
  'pool',
  'input_token_account',
  'output_token_account',
  'token_a_vault',
  'token_b_vault',
  'token_a_mint',
  'token_b_mint',
  'payer',
  'token_a_program',
  'token_b_program',
  'referral_token_account',
  'event_authority',
  'program',
] as const

/** `validate_p_accounts` (instructions/swap/ix_swap.rs), in its order. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  checkAddress(a.pool_authority, poolAuthority)
  if (!a.pool.isWritable && a.pool.owner === program) fail('AccountNotMutable')
  const pool: PoolState = readOwn(a.pool, poolLayout, program)
  if (pool.token_a_vault !== a.token_a_vault.address) fail('ConstraintHasOne')
  if (pool.token_b_vault !== a.token_b_vault.address) fail('ConstraintHasOne')
  const { mint: mintIn } = readMutableAccount(a.input_token_account)
  readMutableAccount(a.output_token_account)
  const vaultA = readMutableAccount(a.token_a_vault)
  if (a.token_a_vault.owner !== a.token_a_program.address) fail('ConstraintTokenTokenProgram')
  const vaultB = readMutableAccount(a.token_b_vault)
  if (a.token_b_vault.owner !== a.token_b_program.address) fail('ConstraintTokenTokenProgram')
  if (vaultA.mint !== a.token_a_mint.address) fail('ConstraintTokenMint')
  const mintA: Mint = readMint(a.token_a_mint)
  if (vaultB.mint !== a.token_b_mint.address) fail('ConstraintTokenMint')
  const mintB: Mint = readMint(a.token_b_mint)
  if (!a.payer.isSigner) fail('AccountNotSigner')
  checkProgram(a.token_a_program, tokenProgram, token2022Program)
  checkProgram(a.token_b_program, tokenProgram, token2022Program)
  checkEventAccounts(a, program)
  const referral = a.referral_token_account.address === program ? undefined : a.referral_token_account
  if (referral !== undefined) readMutableAccount(referral)
  const direction = mintIn === a.token_a_mint.address ? ('aToB' as const) : ('bToA' as const)
  return { a, pool, mintA, mintB, referral, direction }
}

type Swap = ReturnType<typeof readAccounts>

function readMutableAccount(account: NamedAccount) {
  const held = readTokenAccount(account)
  if (!account.isWritable) fail('AccountNotMutable')
  return held
}

interface Asked {
  readonly amount_0: bigint
  readonly amount_1: bigint
  readonly swap_mode: number
}

/** `swap` (lib.rs): `swap2` with an exact input. */
export function executeSwap(invocation: Invocation, clock: Clock): Script {
  const { amount_in, minimum_amount_out } = readArguments(swapLayout, invocation.data)
  return execute(invocation, clock, { amount_0: amount_in, amount_1: minimum_amount_out, swap_mode: swapModes.exactIn })
}

/** `swap2` (lib.rs). */
export function executeSwap2(invocation: Invocation, clock: Clock): Script {
  return execute(invocation, clock, readArguments(swap2Layout, invocation.data))
}

/** `p_handle_swap` (instructions/swap/ix_p_swap.rs). */
function execute(invocation: Invocation, clock: Clock, asked: Asked): Script {
  const swap = readAccounts(invocation)
  checkOpen(swap.pool, swap.a.payer.address, clock)
  const counted = withReserves(swap.pool)
  if (asked.swap_mode > swapModes.exactOut) refuse('InvalidInput')
  if (asked.amount_0 === 0n) refuse('AmountIsZero')
  const point = currentPoint(counted.activation_type, clock)
  if (isLimited(counted, swap.direction, point))
    checkOnlySwap(swap.a.pool.address, remainingAccounts(invocation, names)[0])
  const pool = withReferences(counted, clock.unixTimestamp)
  const direction = directionOf(pool, swap.direction) ?? panic('no liquidity')
  const settled = settle(swap, direction, asked, point, clock.epoch)
  const shares = splitFees(pool, settled.result.fee, swap.referral === undefined ? 'unreferred' : 'referred')
  const after = afterSwap(pool, swap.direction, settled.result, shares, clock.unixTimestamp)

  const script = new Script()
  transferAll(script, swap, settled, shares.referral)
  writePool(script, swap.a.pool, after)
  const { result, amountIn, amountOut } = settled
  emitCall(
    script,
    swap.a,
    swapEventLayout.encode({
      ...{ pool: swap.a.pool.address, trade_direction: swap.direction === 'aToB' ? 0 : 1 },
      ...{ collect_fee_mode: pool.collect_fee_mode, has_referral: swap.referral !== undefined, ...asked },
      ...{ included_fee_input_amount: result.amountIn, excluded_fee_input_amount: result.passage.input },
      ...{ amount_left: settled.left, output_amount: result.amountOut, next_sqrt_price: after.sqrt_price },
      ...{ claiming_fee: shares.claiming, protocol_fee: shares.protocol, compounding_fee: shares.compounding },
      ...{ referral_fee: shares.referral, included_transfer_fee_amount_in: amountIn },
      ...{ included_transfer_fee_amount_out: result.amountOut, excluded_transfer_fee_amount_out: amountOut },
      current_timestamp: clock.unixTimestamp,
      ...{ reserve_a_amount: after.token_a_amount, reserve_b_amount: after.token_b_amount },
    }),
  )
  return script
}

/** `is_rate_limiter_applied` (base_fee/fee_rate_limiter.rs). */
function isLimited(pool: PoolState, direction: 'aToB' | 'bToA', point: bigint): boolean {
  const fee = decodeBaseFee(pool.base_fee)
  if (fee.mode !== 'rateLimiter' || direction === 'aToB' || isUnused(fee)) return false
  return point >= pool.activation_point && point <= pool.activation_point + BigInt(fee.max_limiter_duration)
}

const isUnused = (fee: RateLimiter): boolean =>
  fee.reference_amount === 0n && fee.max_limiter_duration === 0 && fee.max_fee_bps === 0 && fee.fee_increment_bps === 0

interface Settled {
  readonly result: SwapResult
  /** The input that the curve did not take. */
  readonly left: bigint
  /** The trader's amounts: the input includes its transfer fee, the output excludes its transfer fee. */
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** `process_swap_exact_in`, `process_swap_partial_fill` and `process_swap_exact_out` (instructions/swap/*.rs). */
function settle(swap: Swap, direction: Direction, asked: Asked, point: bigint, epoch: bigint): Settled {
  const [mintIn, mintOut] = swap.direction === 'aToB' ? [swap.mintA, swap.mintB] : [swap.mintB, swap.mintA]
  const { amount_0: amount, amount_1: limit } = asked
  if (asked.swap_mode === swapModes.exactOut) {
    const leaving = sentFor(mintOut, epoch, amount)
    const result = swapExactOut(direction, leaving, point) ?? refuseOutput(swap, direction, leaving, point)
    const amountIn = sentFor(mintIn, epoch, result.amountIn)
    if (amountIn > limit) refuse('ExceededSlippage')
    return { result, left: 0n, amountIn, amountOut: amount }
  }
  const arriving = arrivingOf(mintIn, epoch, amount)
  if (arriving === 0n) refuse('AmountIsZero')
  const whole = swapExactIn(direction, arriving, point)
  const isPartial = whole === undefined && asked.swap_mode === swapModes.partialFill
  const result =
    whole ?? (isPartial ? swapToEdge(direction, arriving, point) : undefined) ?? refuse('PriceRangeViolation')
  if (result.amountIn === 0n) refuse('AmountIsZero')
  const amountOut = arrivingOf(mintOut, epoch, result.amountOut)
  if (amountOut < limit) refuse('ExceededSlippage')
  const amountIn = asked.swap_mode === swapModes.exactIn ? amount : sentFor(mintIn, epoch, result.amountIn)
  return { result, left: isPartial ? leftOf(direction, arriving, result, point) : 0n, amountIn, amountOut }
}

/** The input that is left: the whole rest if the fee is on the output, otherwise the rest after the fee. */
function leftOf(
  { fees, isFeeOnInput: onInput }: Direction,
  given: bigint,
  { passage }: SwapResult,
  point: bigint,
): bigint {
  if (!onInput) return given - passage.input
  const fee = (given * fees.ofIncluded(point, given) + 999_999_999n) / 1_000_000_000n
  return given - fee - passage.input
}

/** The error if the pool cannot pay this output: the arithmetic has no answer, or the price would leave the range. */
function refuseOutput(
  { pool, direction }: Swap,
  { fees, isFeeOnInput: onInput }: Direction,
  asked: bigint,
  point: bigint,
): never {
  const numerator = onInput ? 0n : (fees.ofExcluded(point, asked) ?? refuse('MathOverflow'))
  const output = (asked * 1_000_000_000n + 999_999_999n - numerator) / (1_000_000_000n - numerator)
  const { liquidity, sqrt_price: price } = pool
  const hasAnswer = direction === 'aToB' ? output << 128n <= price * liquidity : output * price < liquidity
  return refuse(pool.collect_fee_mode !== 2 && hasAnswer ? 'PriceRangeViolation' : 'MathOverflow')
}

function transferAll(
  script: Script,
  { a, pool, mintA, mintB, referral, direction }: Swap,
  settled: Settled,
  share: bigint,
) {
  const sideA = { program: a.token_a_program, mint: a.token_a_mint, vault: a.token_a_vault, decimals: mintA.decimals }
  const sideB = { program: a.token_b_program, mint: a.token_b_mint, vault: a.token_b_vault, decimals: mintB.decimals }
  const [sideIn, sideOut] = direction === 'aToB' ? [sideA, sideB] : [sideB, sideA]
  transferChecked(script, {
    ...{ program: sideIn.program, mint: sideIn.mint, decimals: sideIn.decimals },
    ...{ from: a.input_token_account, to: sideIn.vault, authority: a.payer, amount: settled.amountIn },
  })
  const fromPool = (side: typeof sideA, to: NamedAccount, amount: bigint) =>
    transferChecked(
      script,
      {
        ...{ program: side.program, mint: side.mint, decimals: side.decimals },
        ...{ from: side.vault, to, authority: a.pool_authority, amount },
      },
      [authoritySeeds],
    )
  fromPool(sideOut, a.output_token_account, settled.result.amountOut)
  if (referral === undefined) return
  fromPool(pool.collect_fee_mode === 0 && direction === 'bToA' ? sideA : sideB, referral, share)
}

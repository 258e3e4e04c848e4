import { type Clock, type Mint, token2022Program, tokenProgram } from '@tern/core'
import { type PoolConfig, program, swapModes, type VirtualPool } from '@tern/venues/meteoraDbc'
import {
  curveCompleteEventLayout,
  curveOf,
  feeRule,
  hasVesting,
  isLimiting,
  poolAuthority,
  type Side,
  type SwapResult,
  splitFee,
  swap2EventLayout,
  swap2Layout,
  swapEventLayout,
  swapExactOut,
  swapLayout,
  swapPartialFill,
  vestingAmount,
} from '@tern/venues/meteoraDbc/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { checkEventAccounts, emitCall } from '../events.ts'
import { transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { checkOnlySwap } from './onlySwap.ts'
import {
  afterSwap,
  authoritySeeds,
  currentPoint,
  isComplete,
  readConfig,
  readPool,
  withReferences,
  writePool,
} from './state.ts'

const names = [
  'pool_authority',
  'config',
  'pool',
  'input_token_account',
  'output_token_account',
  'base_vault',
  'quote_vault',
  'base_mint',
  'quote_mint',
  'payer',
  'token_base_program',
  'token_quote_program',
  'referral_token_account',
  'event_authority',
  'program',
] as const

/** `SwapCtx` (instructions/swap/ix_swap.rs): first each account's type, then its constraints. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  const config = readConfig(a.config)
  const pool = readPool(a.pool)
  const input = readTokenAccount(a.input_token_account)
  readTokenAccount(a.output_token_account)
  const baseVault = readTokenAccount(a.base_vault)
  const quoteVault = readTokenAccount(a.quote_vault)
  const baseMint: Mint = readMint(a.base_mint)
  const quoteMint: Mint = readMint(a.quote_mint)
  checkSigner(a.payer)
  for (const tokens of [a.token_base_program, a.token_quote_program])
    checkProgram(tokens, tokenProgram, token2022Program)
  const referral = a.referral_token_account.address === program ? undefined : a.referral_token_account
  if (referral !== undefined) readTokenAccount(referral)
  checkAddress(a.pool_authority, poolAuthority)
  checkWritable(a.pool)
  for (const field of ['base_vault', 'quote_vault', 'config'] as const)
    if (pool[field] !== a[field].address) fail('ConstraintHasOne', 'pool')
  checkWritable(a.input_token_account, a.output_token_account)
  for (const [vault, held, mint, tokens] of [
    [a.base_vault, baseVault, baseMint, a.token_base_program],
    [a.quote_vault, quoteVault, quoteMint, a.token_quote_program],
  ] as const) {
    checkWritable(vault)
    if (held.mint !== mint.address) fail('ConstraintTokenMint', vault.name)
    if (vault.owner !== tokens.address) fail('ConstraintTokenTokenProgram', vault.name)
  }
  if (referral !== undefined) checkWritable(referral)
  checkEventAccounts(a, program)
  const side = input.mint === a.base_mint.address ? ('sell' as const) : ('buy' as const)
  return { a, config, pool, baseMint, quoteMint, referral, side, held: baseVault.amount }
}

type Swap = ReturnType<typeof readAccounts>

interface Asked {
  readonly amount_0: bigint
  readonly amount_1: bigint
  readonly swap_mode: number
}

/** `swap`: `swap2` with an exact input. */
export function executeSwap(invocation: Invocation, clock: Clock): Script {
  const { amount_in, minimum_amount_out } = readArguments(swapLayout, invocation.data)
  return execute(invocation, clock, { amount_0: amount_in, amount_1: minimum_amount_out, swap_mode: swapModes.exactIn })
}

/** `swap2`. */
export function executeSwap2(invocation: Invocation, clock: Clock): Script {
  return execute(invocation, clock, readArguments(swap2Layout, invocation.data))
}

/**
 * `handle_swap_wrapper` (instructions/swap/ix_swap.rs).
 * The lower fee of a first swap is left out, because no transaction here creates a pool and swaps in it.
 */
function execute(invocation: Invocation, clock: Clock, asked: Asked): Script {
  const swap = readAccounts(invocation)
  const { a, config, side, referral } = swap
  if (asked.swap_mode > swapModes.exactOut) refuse('TypeCastFailed')
  if (asked.amount_0 === 0n) refuse('AmountIsZero')
  const point = currentPoint(config, clock)
  const isLimited = side === 'buy' && isLimiting(config)
  if (isLimited && point <= swap.pool.activation_point + config.base_fee.second_factor)
    checkOnlySwap(a.pool.address, remainingAccounts(invocation, names)[0])
  if (isComplete(swap.pool, config)) refuse('PoolIsCompleted')
  const pool = withReferences(swap.pool, config, clock.unixTimestamp)
  const rule = sideOf(pool, config, side)
  if (point < rule.fees.since) refuse('MathOverflow')
  const { result, left } = settle(rule, asked, point)
  const [protocol] = splitFee(result.fee, 0n)
  const share = referral === undefined ? 0n : protocol / 5n
  const after = afterSwap(pool, config, { side, result, referral: share }, clock.unixTimestamp)

  const script = new Script()
  transferAll(script, swap, result, share)
  emitSwap(script, swap, asked, { result, left, share, after }, clock)
  const ended = isComplete(after, config) ? complete(swap, after, result, clock.unixTimestamp) : after
  writePool(script, a.pool, ended)
  if (ended !== after)
    emitCall(
      script,
      a,
      curveCompleteEventLayout.encode({
        ...{ pool: a.pool.address, config: a.config.address },
        ...{ base_reserve: after.base_reserve, quote_reserve: after.quote_reserve },
      }),
    )
  return script
}

function sideOf(pool: VirtualPool, config: PoolConfig, side: 'buy' | 'sell'): Side {
  return {
    curve: curveOf(config, pool),
    isBuy: side === 'buy',
    fees: feeRule(config, pool, side),
    isFeeOnInput: side === 'buy' && config.collect_fee_mode === 0,
    reserveOut: side === 'buy' ? pool.base_reserve : pool.quote_reserve,
  }
}

interface Settled {
  readonly result: SwapResult
  /** The input that the curve did not take. */
  readonly left: bigint
}

/** `process_swap_exact_in`, `process_swap_partial_fill` and `process_swap_exact_out` (instructions/swap/*.rs). */
function settle(side: Side, { amount_0: amount, amount_1: limit, swap_mode: mode }: Asked, point: bigint): Settled {
  if (mode === swapModes.exactOut) {
    const result = swapExactOut(side, point, amount) ?? refuse('InsufficientLiquidity')
    if (result.amountIn > limit) refuse('ExceededSlippage')
    return { result, left: 0n }
  }
  const result = swapPartialFill(side, point, amount) ?? refuse('InsufficientLiquidity')
  const rate = side.fees.ofIncluded(point, amount)
  const given = side.isFeeOnInput ? amount - (amount * rate + 999_999_999n) / 1_000_000_000n : amount
  const left = given - result.moved.amountIn
  if (left !== 0n && mode === swapModes.exactIn) refuse('InsufficientLiquidity')
  if (result.amountOut < limit) refuse('ExceededSlippage')
  return { result, left }
}

function transferAll(script: Script, swap: Swap, result: SwapResult, share: bigint): void {
  const { a, baseMint, quoteMint, side, referral, config } = swap
  const base = { program: a.token_base_program, mint: a.base_mint, vault: a.base_vault, decimals: baseMint.decimals }
  const quote = {
    program: a.token_quote_program,
    mint: a.quote_mint,
    vault: a.quote_vault,
    decimals: quoteMint.decimals,
  }
  const [paid, bought] = side === 'buy' ? [quote, base] : [base, quote]
  transferChecked(script, {
    ...{ program: paid.program, mint: paid.mint, decimals: paid.decimals, amount: result.amountIn },
    ...{ from: a.input_token_account, to: paid.vault, authority: a.payer },
  })
  const fromPool = ({ program, mint, decimals, vault }: typeof base, to: NamedAccount, amount: bigint) =>
    transferChecked(script, { program, mint, decimals, from: vault, to, authority: a.pool_authority, amount }, [
      authoritySeeds,
    ])
  fromPool(bought, a.output_token_account, result.amountOut)
  if (referral !== undefined) fromPool(side === 'buy' && config.collect_fee_mode === 1 ? base : quote, referral, share)
}

interface Reported extends Settled {
  readonly share: bigint
  readonly after: VirtualPool
}

/**
 * Emits both events. For an exact output and a partial fill, the older event shows the final amounts as the request.
 */
function emitSwap(
  script: Script,
  { a, config, side, referral }: Swap,
  asked: Asked,
  reported: Reported,
  clock: Clock,
): void {
  const { result, left, share, after } = reported
  const [protocol, trading] = splitFee(result.fee, 0n)
  const shared = {
    ...{ pool: a.pool.address, config: a.config.address, trade_direction: side === 'buy' ? 1 : 0 },
    ...{ has_referral: referral !== undefined, output_amount: result.amountOut },
    ...{ next_sqrt_price: result.moved.sqrtPrice, trading_fee: trading, protocol_fee: protocol - share },
    ...{ referral_fee: share, current_timestamp: clock.unixTimestamp },
  }
  const isExactIn = asked.swap_mode === swapModes.exactIn
  emitCall(
    script,
    a,
    swapEventLayout.encode({
      ...shared,
      amount_in_asked: isExactIn ? asked.amount_0 : result.amountIn,
      minimum_amount_out: isExactIn ? asked.amount_1 : result.amountOut,
      actual_input_amount: result.moved.amountIn,
      amount_in: result.amountIn,
    }),
  )
  emitCall(
    script,
    a,
    swap2EventLayout.encode({
      ...shared,
      ...asked,
      included_fee_input_amount: result.amountIn,
      excluded_fee_input_amount: result.moved.amountIn,
      amount_left: left,
      quote_reserve_amount: after.quote_reserve,
      migration_threshold: config.migration_quote_threshold,
    }),
  )
}

/** The swap that completes the curve must leave the new pool's tokens and the vesting tokens in the vault. */
function complete({ config, held, side }: Swap, pool: VirtualPool, result: SwapResult, now: bigint): VirtualPool {
  const left = side === 'buy' ? held - result.amountOut : held + result.amountIn
  const vesting = vestingAmount(config)
  const waiting = pool.partner_base_fee + pool.protocol_base_fee + pool.creator_base_fee
  if (left < config.migration_base_threshold + waiting + vesting) refuse('InsufficientLiquidityForMigration')
  return { ...pool, finish_curve_timestamp: now, migration_progress: hasVesting(config) ? 1 : 2 }
}

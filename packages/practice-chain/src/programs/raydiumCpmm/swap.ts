import { type Clock, type Mint, token2022Program, tokenProgram } from '@tern/core'
import type { Decoded, tokenAccountLayout } from '@tern/core/internal'
import { type AmmConfig, type PoolState, program } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  authority,
  type Curve,
  type CurveResult,
  isCreatorFeeOnInput,
  observationStateLayout,
  poolStateLayout,
  swapBaseInput,
  swapBaseInputLayout,
  swapBaseOutput,
  swapBaseOutputLayout,
  swapEventLayout,
} from '@tern/venues/raydiumCpmm/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkOwn,
  checkProgram,
  checkSigner,
  checkWritable,
  fail,
  nameAccounts,
  panic,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { updateObservation } from './observation.ts'
import { authoritySeed, checkStatus, feeOn, feeOnTop, reservesOf, u64OrPanic, writePool } from './pool.ts'

const q32 = 1n << 32n

const names = [
  'payer',
  'authority',
  'amm_config',
  'pool_state',
  'input_token_account',
  'output_token_account',
  'input_vault',
  'output_vault',
  'input_token_program',
  'output_token_program',
  'input_token_mint',
  'output_token_mint',
  'observation_state',
] as const

type TokenAccount = Decoded<typeof tokenAccountLayout>

/** `Swap` (instructions/swap_base_input.rs): Anchor's checks, first each account's type, then its constraints. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  checkSigner(a.payer)
  const config: AmmConfig = readOwn(a.amm_config, ammConfigLayout, program)
  const pool: PoolState = readOwn(a.pool_state, poolStateLayout, program)
  readTokenAccount(a.input_token_account)
  readTokenAccount(a.output_token_account)
  const inputVault: TokenAccount = readTokenAccount(a.input_vault)
  const outputVault: TokenAccount = readTokenAccount(a.output_vault)
  checkProgram(a.input_token_program, tokenProgram, token2022Program)
  checkProgram(a.output_token_program, tokenProgram, token2022Program)
  const inputMint: Mint = readMint(a.input_token_mint)
  const outputMint: Mint = readMint(a.output_token_mint)
  checkOwn(a.observation_state, observationStateLayout, program)

  const vaults = [pool.token_0_vault, pool.token_1_vault]
  checkAddress(a.authority, authority, 'ConstraintSeeds')
  checkAddress(a.amm_config, pool.amm_config)
  checkWritable(a.pool_state, a.input_token_account, a.output_token_account, a.input_vault)
  checkAddress(a.input_vault, vaults, 'ConstraintRaw')
  checkWritable(a.output_vault)
  checkAddress(a.output_vault, vaults, 'ConstraintRaw')
  checkAddress(a.input_token_mint, inputVault.mint)
  checkAddress(a.output_token_mint, outputVault.mint)
  checkWritable(a.observation_state)
  checkAddress(a.observation_state, pool.observation_key)
  return { a, config, pool, inputVault, outputVault, inputMint, outputMint }
}

type Swap = ReturnType<typeof readAccounts>

const isZeroForOneIn = ({ a, pool }: Swap): boolean => a.input_vault.address === pool.token_0_vault

/** `get_swap_params` (states/pool.rs). */
function readCurve(swap: Swap): Curve {
  const { a, config, pool, inputVault, outputVault } = swap
  const isZeroForOne = isZeroForOneIn(swap)
  if (a.input_vault.address === a.output_vault.address) refuse('InvalidVault')
  const [amount0, amount1] = isZeroForOne
    ? [inputVault.amount, outputVault.amount]
    : [outputVault.amount, inputVault.amount]
  const [reserve0, reserve1] = reservesOf(pool, amount0, amount1)
  if (reserve0 === 0n || reserve1 === 0n) panic('attempt to divide by zero')
  return {
    reserveIn: isZeroForOne ? reserve0 : reserve1,
    reserveOut: isZeroForOne ? reserve1 : reserve0,
    tradeFeeRate: config.trade_fee_rate,
    protocolFeeRate: config.protocol_fee_rate,
    fundFeeRate: config.fund_fee_rate,
    creatorFeeRate: pool.enable_creator_fee ? config.creator_fee_rate : 0n,
    isCreatorFeeOnInput: isCreatorFeeOnInput(pool.creator_fee_on, isZeroForOne ? 'zeroForOne' : 'oneForZero'),
  }
}

/** The observation's prices in Q32.32: token 0 in token 1, then token 1 in token 0. */
function pricesOf({ reserveIn, reserveOut }: Curve, isZeroForOne: boolean): readonly [bigint, bigint] {
  const [reserve0, reserve1] = isZeroForOne ? [reserveIn, reserveOut] : [reserveOut, reserveIn]
  return [(reserve1 * q32) / reserve0, (reserve0 * q32) / reserve1]
}

/** `swap_base_input` (instructions/swap_base_input.rs). */
export function executeSwapBaseInput(invocation: Invocation, clock: Clock): Script {
  const { amount_in, minimum_amount_out } = readArguments(swapBaseInputLayout, invocation.data)
  const swap = readAccounts(invocation)
  checkOpen(swap.pool, clock)
  const inputFee = feeOn(swap.inputMint, clock.epoch, amount_in)
  const actualIn = amount_in - inputFee
  if (actualIn <= 0n) fail('RequireGtViolated')
  const curve = readCurve(swap)
  const result = swapBaseInput(curve, actualIn)
  const outputFee = feeOn(swap.outputMint, clock.epoch, result.outputAmount)
  const received = result.outputAmount - outputFee
  if (received <= 0n) fail('RequireGtViolated')
  if (received < minimum_amount_out) refuse('ExceededSlippage')
  return settle(swap, { curve, result, inputFee, outputFee, kind: 'baseInput' }, clock)
}

/** `swap_base_output` (instructions/swap_base_output.rs). */
export function executeSwapBaseOutput(invocation: Invocation, clock: Clock): Script {
  const { max_amount_in, amount_out } = readArguments(swapBaseOutputLayout, invocation.data)
  const swap = readAccounts(invocation)
  if (amount_out === 0n) fail('RequireGtViolated')
  checkOpen(swap.pool, clock)
  const outputFee = feeOnTop(swap.outputMint, clock.epoch, amount_out)
  const outputAmount = u64OrPanic(amount_out + outputFee)
  const curve = readCurve(swap)
  const result = swapBaseOutput(curve, outputAmount) ?? panic('attempt to subtract with overflow')
  if (result.inputAmount === 0n) fail('RequireGtViolated')
  const inputFee = feeOnTop(swap.inputMint, clock.epoch, u64OrPanic(result.inputAmount))
  if (u64OrPanic(result.inputAmount + inputFee) > max_amount_in) refuse('ExceededSlippage')
  return settle(swap, { curve, result, inputFee, outputFee, kind: 'baseOutput' }, clock)
}

function checkOpen(pool: PoolState, { unixTimestamp }: Clock): void {
  checkStatus(pool, 'swap')
  if (unixTimestamp < pool.open_time) refuse('NotApproved')
}

/** A swap's amounts. The fees are those of the mints' transfers. */
interface Computed {
  readonly curve: Curve
  readonly result: CurveResult
  readonly inputFee: bigint
  readonly outputFee: bigint
  readonly kind: 'baseInput' | 'baseOutput'
}

/** The end of both swaps: the event, the two transfers, the pool's fees and the observation. */
function settle(swap: Swap, { curve, result, inputFee, outputFee, kind }: Computed, clock: Clock): Script {
  const { a, pool, inputMint, outputMint } = swap
  const isZeroForOne = isZeroForOneIn(swap)
  const before = curve.reserveIn * curve.reserveOut
  const leaving = result.outputAmount + (curve.isCreatorFeeOnInput ? 0n : result.creatorFee)
  if ((curve.reserveIn + result.inputSwapped) * (curve.reserveOut - leaving) < before) fail('RequireGteViolated')

  const script = new Script().logData(
    swapEventLayout.encode({
      pool_id: a.pool_state.address,
      input_vault_before: curve.reserveIn,
      output_vault_before: curve.reserveOut,
      input_amount: result.inputAmount,
      output_amount: result.outputAmount,
      input_transfer_fee: inputFee,
      output_transfer_fee: outputFee,
      base_input: kind === 'baseInput',
      input_mint: a.input_token_mint.address,
      output_mint: a.output_token_mint.address,
      trade_fee: result.tradeFee,
      creator_fee: result.creatorFee,
      creator_fee_on_input: curve.isCreatorFeeOnInput,
    }),
  )
  transferChecked(script, {
    program: a.input_token_program,
    from: a.input_token_account,
    mint: a.input_token_mint,
    to: a.input_vault,
    authority: a.payer,
    amount: result.inputAmount + inputFee,
    decimals: inputMint.decimals,
  })
  transferChecked(
    script,
    {
      program: a.output_token_program,
      from: a.output_vault,
      mint: a.output_token_mint,
      to: a.output_token_account,
      authority: a.authority,
      amount: result.outputAmount,
      decimals: outputMint.decimals,
    },
    [[authoritySeed, Uint8Array.of(pool.auth_bump)]],
  )
  const inputSide = isZeroForOne ? 0 : 1
  const creatorSide = curve.isCreatorFeeOnInput ? inputSide : 1 - inputSide
  const of = (side: number, at: number, amount: bigint) => (side === at ? amount : 0n)
  writePool(script, a.pool_state, {
    pool,
    numbers: {
      protocol_fees_token_0: pool.protocol_fees_token_0 + of(0, inputSide, result.protocolFee),
      protocol_fees_token_1: pool.protocol_fees_token_1 + of(1, inputSide, result.protocolFee),
      fund_fees_token_0: pool.fund_fees_token_0 + of(0, inputSide, result.fundFee),
      fund_fees_token_1: pool.fund_fees_token_1 + of(1, inputSide, result.fundFee),
      creator_fees_token_0: pool.creator_fees_token_0 + of(0, creatorSide, result.creatorFee),
      creator_fees_token_1: pool.creator_fees_token_1 + of(1, creatorSide, result.creatorFee),
      recent_epoch: clock.epoch,
    },
  })
  const [price0, price1] = pricesOf(curve, isZeroForOne)
  updateObservation(script, a.observation_state, { timestamp: clock.unixTimestamp, price0, price1 })
  return script
}

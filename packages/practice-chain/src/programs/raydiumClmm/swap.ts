import {
  type Clock,
  isTernError,
  type Mint,
  memoProgram,
  token2022Program,
  tokenProgram,
  transferFee,
} from '@tern/core'
import { addressBytes, assertU64, inverseTransferFee, maxU64 } from '@tern/core/internal'
import { type PoolState, program } from '@tern/venues/raydiumClmm'
import {
  type AmmConfig,
  ammConfigLayout,
  type Direction,
  maxSqrtPriceX64,
  minSqrtPriceX64,
  observationStateLayout,
  poolStateLayout,
  type SwapResult,
  startOf,
  swapEventLayout,
  swapThrough,
  swapV2Layout,
} from '@tern/venues/raydiumClmm/internal'
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
  remainingAccounts,
} from '../anchor.ts'
import { transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { updateObservation } from './observation.ts'
import { reachableArrays, readTicks } from './tickArrays.ts'
import { writePool, writeTicks } from './writes.ts'

const swapDisabled = 1 << 4
/** Compute units of a swap without a crossing, and of a crossing. */
export const unitsUncrossed = 75_000
const unitsPerCrossing = 17_000

const names = [
  'payer',
  'amm_config',
  'pool_state',
  'input_token_account',
  'output_token_account',
  'input_vault',
  'output_vault',
  'observation_state',
  'token_program',
  'token_program_2022',
  'memo_program',
  'input_vault_mint',
  'output_vault_mint',
] as const

/** `SwapSingleV2` (instructions/swap_v2.rs): Anchor's checks, first each account's type, then its constraints. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  checkSigner(a.payer)
  const config: AmmConfig = readOwn(a.amm_config, ammConfigLayout, program)
  const pool: PoolState = readOwn(a.pool_state, poolStateLayout, program)
  readTokenAccount(a.input_token_account)
  readTokenAccount(a.output_token_account)
  const inputVault = readTokenAccount(a.input_vault)
  const outputVault = readTokenAccount(a.output_vault)
  checkOwn(a.observation_state, observationStateLayout, program)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.token_program_2022, token2022Program)
  checkProgram(a.memo_program, memoProgram)
  const inputMint: Mint = readMint(a.input_vault_mint)
  const outputMint: Mint = readMint(a.output_vault_mint)

  checkAddress(a.amm_config, pool.amm_config)
  checkWritable(a.pool_state, a.input_token_account, a.output_token_account, a.input_vault, a.output_vault)
  checkWritable(a.observation_state)
  checkAddress(a.observation_state, pool.observation_key)
  checkAddress(a.input_vault_mint, inputVault.mint)
  checkAddress(a.output_vault_mint, outputVault.mint)
  const direction: Direction = inputVault.mint === pool.token_mint_0 ? 'zeroForOne' : 'oneForZero'
  return { a, config, pool, inputMint, outputMint, direction }
}

type Swap = ReturnType<typeof readAccounts>

/** The amounts that move: the pool's amounts, and the mints' fees. */
interface Moved {
  readonly amountIn: bigint
  readonly inputFee: bigint
  readonly amountOut: bigint
  readonly outputFee: bigint
}

/** `swap_v2` (instructions/swap_v2.rs), without rewards and limit orders: the practice chain's pools have neither. */
export function executeSwapV2(invocation: Invocation, clock: Clock): Script {
  const { amount, other_amount_threshold, sqrt_price_limit_x64, is_base_input } = readArguments(
    swapV2Layout,
    invocation.data,
  )
  const swap = readAccounts(invocation)
  const { a, config, pool, inputMint, outputMint, direction } = swap
  const { epoch } = clock
  const fee = is_base_input ? feeOn(inputMint, epoch, amount) : feeOnTop(outputMint, epoch, amount)
  const specified = is_base_input ? amount - fee : u64OrPanic(amount + fee)
  if (clock.unixTimestamp <= pool.open_time) fail('RequireGtViolated')
  checkVaults(swap)
  const given = readTicks(a.pool_state.address, pool, remainingAccounts(invocation, names))
  const limitX64 = checkSwap(swap, specified, sqrt_price_limit_x64)
  const arrays = reachableArrays(a.pool_state.address, pool, { ticks: given, direction })
  const start = startOf({ state: pool, config, bitmap: given.bitmap, arrays: bytesOf(arrays) }, direction)
  const result = swapThrough(start, { amount: specified, isExactIn: is_base_input, limitX64 }, clock.unixTimestamp)
  if (result === 'unread') refuse('NotEnoughTickArrayAccount')
  if (result === 'exhausted') refuse('LiquidityInsufficient')
  if (result.amountIn === 0n || result.amountOut === 0n) refuse('TooSmallInputOrOutputAmount')

  const isWhole = is_base_input && result.amountIn === specified
  const moved: Moved = {
    amountIn: result.amountIn,
    inputFee: isWhole ? fee : feeOnTop(inputMint, epoch, result.amountIn),
    amountOut: result.amountOut,
    outputFee: feeOn(outputMint, epoch, result.amountOut),
  }
  const script = settle(swap, arrays, result, moved, clock)
  const paid = u64OrPanic(moved.amountIn + moved.inputFee)
  if (sqrt_price_limit_x64 === 0n) {
    if (is_base_input ? amount !== paid : specified !== moved.amountOut) fail('RequireEqViolated')
  }
  if (is_base_input && moved.amountOut - moved.outputFee < other_amount_threshold) refuse('TooLittleOutputReceived')
  if (!is_base_input && paid > other_amount_threshold) refuse('TooMuchInputPaid')
  const crossings = result.met.filter(({ isCrossed }) => isCrossed).length
  return script.consume(unitsUncrossed + unitsPerCrossing * crossings)
}

function checkVaults({ a, pool, direction }: Swap): void {
  const vaults = [pool.token_vault_0, pool.token_vault_1]
  const [input, output] = direction === 'zeroForOne' ? vaults : vaults.toReversed()
  if (a.input_vault.address !== input || a.output_vault.address !== output) refuse('InvalidInputPoolVault')
}

/**
 * Makes the checks of `swap_internal` (instructions/swap.rs) that come before tick arrays.
 * @returns the price limit, also if the swap gave no limit.
 */
function checkSwap({ pool, direction }: Swap, specified: bigint, limit: bigint): bigint {
  if (specified === 0n) refuse('ZeroAmountSpecified')
  if ((pool.status & swapDisabled) !== 0) refuse('NotApproved')
  const last = direction === 'zeroForOne' ? minSqrtPriceX64 + 1n : maxSqrtPriceX64 - 1n
  const limitX64 = limit === 0n ? last : limit
  const isAhead =
    direction === 'zeroForOne'
      ? limitX64 < pool.sqrt_price_x64 && limitX64 > minSqrtPriceX64
      : limitX64 > pool.sqrt_price_x64 && limitX64 < maxSqrtPriceX64
  if (!isAhead) refuse('SqrtPriceLimitOverflow')
  return limitX64
}

type Arrays = ReturnType<typeof reachableArrays>

const bytesOf = (arrays: Arrays) => new Map([...arrays].map(([array, { data }]) => [array, data]))

/** The end of a swap: the event, both transfers, the pool, the ticks and the observation. */
function settle(swap: Swap, arrays: Arrays, result: SwapResult, moved: Moved, clock: Clock): Script {
  const { a, pool, inputMint, outputMint, direction } = swap
  const isDown = direction === 'zeroForOne'
  const net = moved.amountOut - moved.outputFee
  const isFeeOn0 = pool.fee_on === 0 ? isDown : pool.fee_on === 1
  const input = isDown ? a.input_token_account : a.output_token_account
  const output = isDown ? a.output_token_account : a.input_token_account
  const script = new Script().logData(
    swapEventLayout.encode({
      pool_state: a.pool_state.address,
      sender: a.payer.address,
      token_account_0: input.address,
      token_account_1: output.address,
      amount_0: isDown ? moved.amountIn : net,
      transfer_fee_0: isDown ? moved.inputFee : moved.outputFee,
      amount_1: isDown ? net : moved.amountIn,
      transfer_fee_1: isDown ? moved.outputFee : moved.inputFee,
      zero_for_one: isDown,
      sqrt_price_x64: result.sqrtPriceX64,
      liquidity: result.liquidity,
      tick: result.tick,
      trade_fee_0: isFeeOn0 ? result.fee : 0n,
      trade_fee_1: isFeeOn0 ? 0n : result.fee,
    }),
  )
  const programOf = (mint: Mint) => (mint.program === token2022Program ? a.token_program_2022 : a.token_program)
  transferChecked(script, {
    program: programOf(inputMint),
    from: a.input_token_account,
    mint: a.input_vault_mint,
    to: a.input_vault,
    authority: a.payer,
    amount: u64OrPanic(moved.amountIn + moved.inputFee),
    decimals: inputMint.decimals,
  })
  const seeds = [Buffer.from('pool'), ...[pool.amm_config, pool.token_mint_0, pool.token_mint_1].map(addressBytes)]
  transferChecked(
    script,
    {
      program: programOf(outputMint),
      from: a.output_vault,
      mint: a.output_vault_mint,
      to: a.output_token_account,
      authority: a.pool_state,
      amount: moved.amountOut,
      decimals: outputMint.decimals,
    },
    [[...seeds, Uint8Array.of(pool.bump)]],
  )
  writePool(script, a.pool_state, { pool, result, terms: { isFeeOn0, epoch: clock.epoch } })
  writeTicks(script, pool, { arrays, result, terms: { isFeeOn0, epoch: clock.epoch } })
  if (result.tick !== pool.tick_current)
    updateObservation(script, a.observation_state, {
      timestampSeconds: Number(BigInt.asUintN(32, clock.unixTimestamp)),
      tick: pool.tick_current,
    })
  return script
}

/** `get_transfer_fee` (util/token.rs): the mint's fee on `amount`. */
function feeOn(mint: Mint, epoch: bigint, amount: bigint): bigint {
  return orOverflow(() => transferFee(mint, epoch, amount))
}

/** `get_transfer_inverse_fee` (util/token.rs): the mint's fee in addition to `received`. */
function feeOnTop(mint: Mint, epoch: bigint, received: bigint): bigint {
  return orOverflow(() => {
    const fee = inverseTransferFee(mint, epoch, received)
    return transferFee(mint, epoch, assertU64(received + fee)) === fee ? fee : refuse('TransferFeeCalculateNotMatch')
  })
}

function orOverflow(calculate: () => bigint): bigint {
  try {
    return calculate()
  } catch (error) {
    if (!isTernError(error) || isTernError(error, 'practice/programFailed')) throw error
    return refuse('CalculateOverflow')
  }
}

/** The program adds without a check here, so a sum beyond 64 bits panics. */
function u64OrPanic(value: bigint): bigint {
  return value > maxU64 ? panic('attempt to add with overflow') : value
}

import { type Clock, isTernError, tokenProgram } from '@tern/core'
import { type Decoded, maxU64, tokenAccountLayout } from '@tern/core/internal'
import { type AmmInfo, ammInfoLayout, openModel, poolStatus, program } from '@tern/venues/raydiumStable'
import {
  authority,
  exampleModel,
  isBalancedAfter,
  openOrdersLayout,
  placeOf,
  type StablePool,
  type SwapResult,
  swapBaseIn,
  swapBaseOut,
} from '@tern/venues/raydiumStable/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { type NamedAccount, nameAccounts, panic } from '../anchor.ts'
import { transfer } from '../tokenCalls.ts'
import { refuse } from './errors.ts'

const names = [
  'token_program',
  'amm',
  'amm_authority',
  'amm_open_orders',
  'amm_coin_vault',
  'amm_pc_vault',
  'model_data',
  'market_program',
  'market',
  'market_bids',
  'market_asks',
  'market_event_queue',
  'market_coin_vault',
  'market_pc_vault',
  'market_vault_signer',
  'user_source',
  'user_destination',
  'user_source_owner',
] as const

/** Tern's own table. No invocation has an account of this size, so the program cannot read it from there. */
let model: ReturnType<typeof openModel> | undefined

type TokenAccount = Decoded<typeof tokenAccountLayout>

function tokenAccountOf(account: NamedAccount): TokenAccount {
  if (account.owner !== tokenProgram || account.data.length !== tokenAccountLayout.size) refuse('InvalidSplToken')
  return tokenAccountLayout.decode(account.data)
}

/** The program's checks of its accounts, in its order. */
function readAccounts(invocation: Invocation, { unixTimestamp }: Clock) {
  if (invocation.accounts.length < names.length) refuse('WrongAccountsNumber')
  const a = nameAccounts(invocation, names)
  if (a.amm.owner !== program) refuse('InvalidProgramAddress')
  const amm = poolOf(a.amm)
  if (amm.status === poolStatus.uninitialized) refuse('InvalidStatus')
  if (!a.user_source_owner.isSigner) refuse('Invalid Sign Account')
  if (a.token_program.address !== tokenProgram) refuse('InvalidSplToken')
  if (a.amm_authority.address !== authority) refuse('InvalidProgramAddress')
  if (a.amm_coin_vault.address !== amm.coin_vault) refuse('InvalidTokenCoin')
  if (a.amm_pc_vault.address !== amm.pc_vault) refuse('InvalidTokenPC')
  if (a.amm_open_orders.address !== amm.open_orders) refuse('InvalidOpenOrders')
  if (a.model_data.address !== amm.model_data) refuse('InvalidModelDataAccount')
  if (a.market_program.address !== amm.market_program) refuse('InvalidSerumDex')
  if (a.market.address !== amm.market) refuse('InvalidMarket')
  const status = statusAt(amm, unixTimestamp)
  const [coinVault, pcVault] = [tokenAccountOf(a.amm_coin_vault), tokenAccountOf(a.amm_pc_vault)]
  const [source, destination] = [tokenAccountOf(a.user_source), tokenAccountOf(a.user_destination)]
  const orders = ordersOf(a.amm_open_orders)
  const isCoinIn = source.mint === amm.coin_vault_mint && destination.mint === amm.pc_vault_mint
  const isPcIn = source.mint === amm.pc_vault_mint && destination.mint === amm.coin_vault_mint
  if (!isCoinIn && !isPcIn) refuse('InvalidSplToken')
  const held = {
    coin: coinVault.amount + orders.native_coin_total - amm.need_take_pnl_coin,
    pc: pcVault.amount + orders.native_pc_total - amm.need_take_pnl_pc,
  }
  const paid = isPcIn ? ('pc' as const) : ('coin' as const)
  const vaultOut = isPcIn ? coinVault.amount : pcVault.amount
  return { a, amm, status, held, paid, source, vaultOut }
}

function ordersOf({ data }: NamedAccount): Decoded<typeof openOrdersLayout> {
  try {
    return openOrdersLayout.decode(data)
  } catch {
    return refuse('InvalidOpenOrders')
  }
}

function poolOf({ data }: NamedAccount): AmmInfo {
  try {
    const amm = ammInfoLayout.decode(data)
    return amm.account_type === 0n ? amm : refuse('NotMatchAccountType')
  } catch (error) {
    if (isTernError(error, 'practice/programFailed')) throw error
    return refuse('NotMatchAccountType')
  }
}

/** Returns the pool's status after a swap. A pool that opens with this swap is initialized from now on. */
function statusAt(amm: AmmInfo, now: bigint): bigint {
  const { status } = amm
  if (status === poolStatus.initialized || status === poolStatus.swapOnly) return status
  if (status > poolStatus.waitingTrade) panic('entered unreachable code')
  const opensAt =
    status === poolStatus.waitingTrade
      ? amm.pool_open_time
      : status === poolStatus.orderBookOnly
        ? amm.orderbook_to_init_time
        : undefined
  return opensAt === undefined || now < opensAt ? refuse('InvalidStatus') : poolStatus.initialized
}

type Swap = ReturnType<typeof readAccounts>

/** Finds the pool on its table. The real program unwraps the result of its search, so it panics without a place. */
function poolAt({ amm, held }: Swap): StablePool {
  model ??= openModel(exampleModel())
  if (amm.swap_fee_denominator === 0n || amm.sys_decimal_value === 0n || amm.abort_trade_factor === 0n)
    panic('called `Option::unwrap()` on a `None` value')
  return placeOf(amm, model, held)?.pool ?? panic('called `Result::unwrap()` on an `Err` value: Custom(51)')
}

export function executeSwapBaseIn(
  invocation: Invocation,
  clock: Clock,
  { amountIn, minimumAmountOut }: { readonly amountIn: bigint; readonly minimumAmountOut: bigint },
): Script {
  if (amountIn === 0n) refuse('InvalidInput')
  const swap = readAccounts(invocation, clock)
  if (swap.source.amount < amountIn) refuse('insufficient funds')
  const pool = poolAt(swap)
  const result =
    swapBaseIn(pool, swap.paid, amountIn) ?? panic('called `Result::unwrap()` on an `Err` value: Custom(51)')
  if (result.amountOut < minimumAmountOut) refuse('exceeds desired slippage limit')
  if (result.amountOut === 0n) refuse('InvalidInput')
  return settle(swap, pool, result, 'swap_base_in')
}

export function executeSwapBaseOut(
  invocation: Invocation,
  clock: Clock,
  { maxAmountIn, amountOut }: { readonly maxAmountIn: bigint; readonly amountOut: bigint },
): Script {
  if (amountOut === 0n) refuse('InvalidInput')
  const swap = readAccounts(invocation, clock)
  if (amountOut > swap.vaultOut) refuse('insufficient funds')
  const pool = poolAt(swap)
  const result = swapBaseOut(pool, swap.paid, amountOut) ?? refuse('InvalidInput')
  if (result.amountIn > maxAmountIn) refuse('exceeds desired slippage limit')
  if (swap.source.amount < result.amountIn) refuse('insufficient funds')
  return settle(swap, pool, result, 'swap_base_out')
}

/** The end of both swaps: the transfers, the pool's sums, and the check of its balance. */
function settle(
  { a, amm, status, held, paid, vaultOut }: Swap,
  pool: StablePool,
  result: SwapResult,
  name: 'swap_base_in' | 'swap_base_out',
): Script {
  const { amountIn, amountOut, inputSwapped } = result
  if (amountOut > vaultOut) refuse('insufficient funds')
  if (!isBalancedAfter(pool, paid, result)) refuse('AbortTrade')
  const isCoinIn = paid === 'coin'
  const [vaultIn, vaultTo] = isCoinIn ? [a.amm_coin_vault, a.amm_pc_vault] : [a.amm_pc_vault, a.amm_coin_vault]
  const script = new Script()
    .log(`${name} total_pc:${held.pc}, total_coin:${held.coin}`)
    .log(
      isCoinIn
        ? `${name} coin to pc, out_coin:${amountIn}, out_pc:${amountOut}`
        : `${name} pc to coin, out_pc:${amountIn}, out_coin:${amountOut}`,
    )
  transfer(script, {
    ...{ program: a.token_program, from: a.user_source, to: vaultIn, authority: a.user_source_owner, amount: amountIn },
  })
  transfer(
    script,
    { program: a.token_program, from: vaultTo, to: a.user_destination, authority: a.amm_authority, amount: amountOut },
    [[Buffer.from('stable_authority'), Uint8Array.of(Number(amm.nonce & 0xffn))]],
  )
  const fee = amountIn - inputSwapped
  if (isCoinIn) {
    write(script, a.amm, 'swap_coin_in_amount', 16, amm.swap_coin_in_amount + amountIn)
    write(script, a.amm, 'swap_pc_out_amount', 16, amm.swap_pc_out_amount + amountOut)
    write(script, a.amm, 'swap_coin_to_pc_fee', 8, amm.swap_coin_to_pc_fee + fee)
  } else {
    write(script, a.amm, 'swap_pc_in_amount', 16, amm.swap_pc_in_amount + amountIn)
    write(script, a.amm, 'swap_coin_out_amount', 16, amm.swap_coin_out_amount + amountOut)
    write(script, a.amm, 'swap_pc_to_coin_fee', 8, amm.swap_pc_to_coin_fee + fee)
  }
  if (status !== amm.status) write(script, a.amm, 'status', 8, status)
  return script
}

function write(
  script: Script,
  { position }: NamedAccount,
  field: keyof typeof ammInfoLayout.offsets,
  size: 8 | 16,
  value: bigint,
): void {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, value & maxU64, true)
  if (size === 16) view.setBigUint64(8, value >> 64n, true)
  script.write(position, ammInfoLayout.offsets[field], bytes)
}

import { type Address, type Clock, isTernError, type Mint, systemProgram, transferFee } from '@tern/core'
import { addressBytes, inverseTransferFee } from '@tern/core/internal'
import { type PoolState, program } from '@tern/venues/raydiumLaunchlab'
import {
  authority,
  buyExactIn,
  buyExactInLayout,
  buyExactOut,
  buyExactOutLayout,
  type Curve,
  type CurveTrade,
  creatorFeeVaultAuthority,
  curveTypes,
  platformFeeVaultAuthority,
  prepareCurve,
  rateDenominator,
  sellExactIn,
  sellExactInLayout,
  sellExactOut,
  sellExactOutLayout,
  tradeEventLayout,
} from '@tern/venues/raydiumLaunchlab/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
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
import { transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, emit, readGlobalConfig, readPlatformConfig, readPool, writePool } from './pool.ts'
import { openVault, vaultSize } from './vaults.ts'

const names = [
  'payer',
  'authority',
  'global_config',
  'platform_config',
  'pool_state',
  'user_base_token',
  'user_quote_token',
  'base_vault',
  'quote_vault',
  'base_token_mint',
  'quote_token_mint',
  'base_token_program',
  'quote_token_program',
  'event_authority',
  'program',
] as const

/** The vault for a party's fees. */
interface FeeVault {
  readonly account: NamedAccount
  readonly seeds: readonly Uint8Array[]
  readonly owner: Address
}

/** A pool and a trader, with every account checked. */
interface Market {
  readonly a: Readonly<Record<(typeof names)[number], NamedAccount>>
  readonly pool: PoolState
  readonly curve: Curve
  readonly base: Mint
  readonly quote: Mint
  readonly system: NamedAccount
  readonly platformVault: FeeVault
  readonly creatorVault: FeeVault
  /** Set only if the referrer of the trade asks for a share. */
  readonly shareReceiver: NamedAccount | undefined
}

function readMarket(invocation: Invocation, shareRate: bigint): Market {
  const a = nameAccounts(invocation, names)
  checkSigner(a.payer)
  checkAddress(a.authority, authority, 'ConstraintSeeds')
  const config = readGlobalConfig(a.global_config)
  const platform = readPlatformConfig(a.platform_config)
  const base = readMint(a.base_token_mint)
  const quote = readMint(a.quote_token_mint)
  const pool = readPool(a.pool_state, a.base_token_mint, a.quote_token_mint)
  checkAddress(a.global_config, pool.global_config)
  checkAddress(a.platform_config, pool.platform_config)
  checkAddress(a.base_vault, pool.base_vault)
  checkAddress(a.quote_vault, pool.quote_vault)
  checkProgram(a.base_token_program, base.program)
  checkProgram(a.quote_token_program, quote.program)
  checkWritable(a.user_base_token, a.user_quote_token, a.base_vault, a.quote_vault)
  for (const [account, mint] of [
    [a.user_base_token, base],
    [a.user_quote_token, quote],
  ] as const)
    if (readTokenAccount(account).mint !== mint.address) fail('ConstraintTokenMint', account.name)
  if (shareRate > config.max_share_fee_rate) refuse('InvalidInput')
  const rates = {
    protocol: config.trade_fee_rate,
    platform: platform.fee_rate,
    creator: platform.creator_fee_rate,
    share: shareRate,
  }
  const type = curveTypes[config.curve_type]
  if (type === undefined) return refuse('InvalidInput')
  const curve = prepareCurve(type, pool, rates)
  if (curve.totalRate >= rateDenominator) refuse('MathOverflow')
  if (pool.status === 1) refuse('PoolFunding')
  if (pool.status === 2) refuse('PoolMigrated')
  return { a, pool, curve, base, quote, ...readRest(invocation, a, pool, shareRate) }
}

/** The remaining accounts since the creator-fee upgrade. */
function readRest(
  invocation: Invocation,
  a: Market['a'],
  { platform_config, quote_mint, creator }: PoolState,
  shareRate: bigint,
): Pick<Market, 'system' | 'platformVault' | 'creatorVault' | 'shareReceiver'> {
  const rest = remainingAccounts(invocation, names)
  const shareReceiver = shareRate > 0n ? rest[0] : undefined
  const [system, platform, earned] = shareRate > 0n ? rest.slice(1) : rest
  if (system === undefined || platform === undefined || earned === undefined)
    return refuse('NotEnoughRemainingAccounts')
  checkProgram(system, systemProgram)
  if (shareReceiver !== undefined && readTokenAccount(shareReceiver).mint !== quote_mint)
    fail('ConstraintTokenMint', shareReceiver.name)
  checkWritable(platform, earned, ...(shareReceiver === undefined ? [] : [shareReceiver]))
  const vault = (account: NamedAccount, of: Address, owner: Address): FeeVault => ({
    account,
    seeds: checkSeeds(account, program, addressBytes(of), addressBytes(quote_mint)),
    owner,
  })
  checkAddress(a.quote_token_mint, quote_mint)
  return {
    system,
    platformVault: vault(platform, platform_config, platformFeeVaultAuthority),
    creatorVault: vault(earned, creator, creatorFeeVaultAuthority),
    shareReceiver,
  }
}

/** The amount that arrives after the transfer fee, and the amount to send so that `amount` arrives. */
const arrives = (mint: Mint, epoch: bigint, amount: bigint) => amount - within(() => transferFee(mint, epoch, amount))
const sent = (mint: Mint, epoch: bigint, amount: bigint) =>
  amount + within(() => inverseTransferFee(mint, epoch, amount))

function within(calculate: () => bigint): bigint {
  try {
    return calculate()
  } catch (error) {
    if (isTernError(error, 'amount/outOfRange')) return refuse('MathOverflow')
    throw error
  }
}

/** `buy_exact_in`. */
export function executeBuyExactIn(invocation: Invocation, clock: Clock): Script {
  const { amount_in, minimum_amount_out, share_fee_rate } = readArguments(buyExactInLayout, invocation.data)
  const market = readMarket(invocation, share_fee_rate)
  const { curve, base, quote } = market
  if (amount_in === 0n) refuse('InvalidInput')
  const given = arrives(quote, clock.epoch, amount_in)
  const trade = buyExactIn(curve, given)
  if (trade.base === 0n) refuse('InvalidInput')
  const paid = trade.quote === given ? amount_in : sent(quote, clock.epoch, trade.quote)
  if (arrives(base, clock.epoch, trade.base) < minimum_amount_out) refuse('ExceededSlippage')
  return settle(market, { side: 'buy', trade, paid, got: trade.base, isExactIn: true }, clock)
}

/** `buy_exact_out`. If the curve has less left, it buys the rest. */
export function executeBuyExactOut(invocation: Invocation, clock: Clock): Script {
  const { amount_out, maximum_amount_in, share_fee_rate } = readArguments(buyExactOutLayout, invocation.data)
  const market = readMarket(invocation, share_fee_rate)
  const { curve, base, quote } = market
  if (amount_out === 0n) refuse('InvalidInput')
  const leaving = sent(base, clock.epoch, amount_out)
  const trade = buyExactOut(curve, leaving < curve.remaining ? leaving : curve.remaining) ?? refuse('MathOverflow')
  const paid = sent(quote, clock.epoch, trade.quote)
  if (paid > maximum_amount_in) refuse('ExceededSlippage')
  return settle(market, { side: 'buy', trade, paid, got: trade.base, isExactIn: false }, clock)
}

/** `sell_exact_in`. */
export function executeSellExactIn(invocation: Invocation, clock: Clock): Script {
  const { amount_in, minimum_amount_out, share_fee_rate } = readArguments(sellExactInLayout, invocation.data)
  const market = readMarket(invocation, share_fee_rate)
  const { curve, base, quote } = market
  if (amount_in === 0n) refuse('InvalidInput')
  const trade = sellExactIn(curve, arrives(base, clock.epoch, amount_in)) ?? refuse('MathOverflow')
  if (trade.quote === 0n) refuse('InvalidInput')
  if (arrives(quote, clock.epoch, trade.quote) < minimum_amount_out) refuse('ExceededSlippage')
  return settle(market, { side: 'sell', trade, paid: amount_in, got: trade.quote, isExactIn: true }, clock)
}

/** `sell_exact_out`. */
export function executeSellExactOut(invocation: Invocation, clock: Clock): Script {
  const { amount_out, maximum_amount_in, share_fee_rate } = readArguments(sellExactOutLayout, invocation.data)
  const market = readMarket(invocation, share_fee_rate)
  const { curve, base, quote } = market
  if (amount_out === 0n) refuse('InvalidInput')
  const trade = sellExactOut(curve, sent(quote, clock.epoch, amount_out)) ?? refuse('MathOverflow')
  const paid = sent(base, clock.epoch, trade.base)
  if (paid > maximum_amount_in) refuse('ExceededSlippage')
  return settle(market, { side: 'sell', trade, paid, got: trade.quote, isExactIn: false }, clock)
}

/** The input for the end of every trade. */
interface Settled {
  readonly side: 'buy' | 'sell'
  readonly trade: CurveTrade
  /** The amount that leaves the trader, and the amount that leaves the vault for the trader. */
  readonly paid: bigint
  readonly got: bigint
  readonly isExactIn: boolean
}

/** The event, the two transfers, and the fees from the vault, in the order of recorded transactions. */
function settle(market: Market, settled: Settled, clock: Clock): Script {
  const { a, pool } = market
  const { side, trade, paid, got } = settled
  const isBuy = side === 'buy'
  const after = {
    real_base: pool.real_base + (isBuy ? trade.base : -trade.base),
    real_quote: pool.real_quote + (isBuy ? trade.moved : -trade.moved),
    status: isBuy && pool.real_base + trade.base === pool.total_base_sell ? 1 : 0,
  }
  const script = new Script()
  emit(script, a, eventOf(market, settled, after))
  const [userIn, userOut] = isBuy ? [a.user_quote_token, a.user_base_token] : [a.user_base_token, a.user_quote_token]
  const [vaultIn, vaultOut] = isBuy ? [a.quote_vault, a.base_vault] : [a.base_vault, a.quote_vault]
  move(script, market, isBuy ? 'quote' : 'base', { from: userIn, to: vaultIn, authority: a.payer, amount: paid })
  const out = { from: vaultOut, to: userOut, authority: a.authority, amount: got }
  move(script, market, isBuy ? 'base' : 'quote', out)
  payFee(script, market, market.platformVault, trade.platformFee)
  payFee(script, market, market.creatorVault, trade.creatorFee)
  if (market.shareReceiver !== undefined)
    move(script, market, 'quote', {
      ...{ from: a.quote_vault, to: market.shareReceiver, authority: a.authority, amount: trade.shareFee },
    })
  writePool(script, a.pool_state, {
    before: pool,
    changed: {
      ...after,
      epoch: clock.epoch,
      quote_protocol_fee: pool.quote_protocol_fee + trade.protocolFee,
    },
  })
  return script
}

interface Move {
  readonly from: NamedAccount
  readonly to: NamedAccount
  readonly authority: NamedAccount
  readonly amount: bigint
}

function move(script: Script, { a, base, quote }: Market, token: 'base' | 'quote', transfer: Move): void {
  if (transfer.amount === 0n) return
  const [program, mint, { decimals }] =
    token === 'base'
      ? [a.base_token_program, a.base_token_mint, base]
      : [a.quote_token_program, a.quote_token_mint, quote]
  const seeds = transfer.authority === a.authority ? [authoritySeeds] : []
  transferChecked(script, { program, mint, decimals, ...transfer }, seeds)
}

/** A party's first fee in a quote token opens its fee vault, at the trader's cost. */
function payFee(script: Script, market: Market, { account, seeds, owner }: FeeVault, amount: bigint): void {
  const { a, quote, system } = market
  if (amount === 0n) return
  if (account.owner === systemProgram)
    openVault(
      script,
      {
        ...{ system, payer: a.payer, tokens: a.quote_token_program, account, mint: a.quote_token_mint, owner },
        size: vaultSize(quote),
      },
      seeds,
    )
  move(script, market, 'quote', { from: a.quote_vault, to: account, authority: a.authority, amount })
}

function eventOf(
  { a, pool }: Market,
  { side, trade, paid, got, isExactIn }: Settled,
  after: Pick<PoolState, 'real_base' | 'real_quote' | 'status'>,
): Uint8Array {
  return tradeEventLayout.encode({
    pool_state: a.pool_state.address,
    total_base_sell: pool.total_base_sell,
    virtual_base: pool.virtual_base,
    virtual_quote: pool.virtual_quote,
    real_base_before: pool.real_base,
    real_quote_before: pool.real_quote,
    real_base_after: after.real_base,
    real_quote_after: after.real_quote,
    amount_in: paid,
    amount_out: got,
    protocol_fee: trade.protocolFee,
    platform_fee: trade.platformFee,
    creator_fee: trade.creatorFee,
    share_fee: trade.shareFee,
    trade_direction: side === 'buy' ? 0 : 1,
    pool_status: after.status,
    exact_in: isExactIn,
  })
}

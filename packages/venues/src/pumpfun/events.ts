import { type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { address, bool, i64, struct, u16, u64 } from '@tern/core/internal'
import { borsh, list, type Record, text } from '../borsh.ts'
import { reservesPrice } from '../price.ts'
import type { VenueEvent } from '../readEvents.ts'
import { bondingCurveAddress } from './addresses.ts'

const shareholderLayout = struct('Shareholder', 34, { address, share_bps: u16 })

/**
 * `TradeEvent`. Amounts are the curve's: a buyer pays the fees on top, a seller receives the amount minus the fees.
 * Reserves are from after the trade.
 */
export const tradeEventLayout = borsh(
  'TradeEvent',
  {
    mint: address,
    sol_amount: u64,
    token_amount: u64,
    is_buy: bool,
    user: address,
    timestamp: i64,
    virtual_sol_reserves: u64,
    virtual_token_reserves: u64,
    real_sol_reserves: u64,
    real_token_reserves: u64,
    fee_recipient: address,
    fee_basis_points: u64,
    fee: u64,
    creator: address,
    creator_fee_basis_points: u64,
    creator_fee: u64,
    track_volume: bool,
    total_unclaimed_tokens: u64,
    total_claimed_tokens: u64,
    current_sol_volume: u64,
    last_update_timestamp: i64,
    ix_name: text,
    mayhem_mode: bool,
    cashback_fee_basis_points: u64,
    cashback: u64,
    buyback_fee_basis_points: u64,
    buyback_fee: u64,
    shareholders: list(shareholderLayout),
    quote_mint: address,
    quote_amount: u64,
    virtual_quote_reserves: u64,
    real_quote_reserves: u64,
    holder_rewards_bps: u64,
    holder_rewards: u64,
  },
  { discriminator: [0xbd, 0xdb, 0x7f, 0xd3, 0x4e, 0xe6, 0x61, 0xee], required: 8 },
)

/** `CreateEvent`. */
export const createEventLayout = borsh(
  'CreateEvent',
  {
    name: text,
    symbol: text,
    uri: text,
    mint: address,
    bonding_curve: address,
    user: address,
    creator: address,
    timestamp: i64,
    virtual_token_reserves: u64,
    virtual_sol_reserves: u64,
    real_token_reserves: u64,
    token_total_supply: u64,
    token_program: address,
    is_mayhem_mode: bool,
    is_cashback_enabled: bool,
    quote_mint: address,
    virtual_quote_reserves: u64,
    creator_fee_bps: u64,
    is_holder_reward: bool,
  },
  { discriminator: [0x1b, 0x72, 0xa9, 0x4d, 0xde, 0xeb, 0x63, 0x76], required: 6 },
)

/** `CompleteEvent`: the last real token of a curve was bought. */
export const completeEventLayout = borsh(
  'CompleteEvent',
  { user: address, mint: address, bonding_curve: address, timestamp: i64, quote_mint: address },
  { discriminator: [0x5f, 0x72, 0x61, 0x9c, 0xd4, 0x2e, 0x98, 0x08], required: 4 },
)

/**
 * `PostCompleteBuyEvent`: the buy that completed a curve also bought from the pool that the curve moves to, at the
 * pool's price. The fees come on top of `quote_in`.
 */
export const postCompleteBuyEventLayout = borsh(
  'PostCompleteBuyEvent',
  {
    user: address,
    mint: address,
    bonding_curve: address,
    quote_mint: address,
    timestamp: i64,
    base_out: u64,
    quote_in: u64,
    fee_basis_points: u64,
    fee: u64,
    creator_fee_basis_points: u64,
    creator_fee: u64,
    buyback_fee: u64,
    pool_base_reserves_before: u64,
    pool_quote_reserves_before: u64,
    pool_base_reserves_after: u64,
    pool_quote_reserves_after: u64,
  },
  { discriminator: [0x6f, 0xb0, 0x6d, 0x8b, 0x31, 0x6c, 0xd5, 0xfb], required: 16 },
)

/** `CompletePumpAmmMigrationEvent`: a complete curve's liquidity moved to a pool. */
export const migrationEventLayout = borsh(
  'CompletePumpAmmMigrationEvent',
  {
    user: address,
    mint: address,
    mint_amount: u64,
    sol_amount: u64,
    pool_migration_fee: u64,
    bonding_curve: address,
    timestamp: i64,
    pool: address,
    quote_mint: address,
  },
  { discriminator: [0xbd, 0xe9, 0x5d, 0xb9, 0x5c, 0x94, 0xea, 0x94], required: 8 },
)

/** A trade on a curve, as the program's event reports it. */
export type TradeEvent = Record<typeof tradeEventLayout>
/** A new coin, as the program's event reports it. */
export type CreateEvent = Record<typeof createEventLayout>
/** The end of a curve, as the program's event reports it. */
export type CompleteEvent = Record<typeof completeEventLayout>
/** The move of a curve to its pool, as the program's event reports it. */
export type MigrationEvent = Record<typeof migrationEventLayout>

const protocol = 'pumpfun'

/**
 * Reads an event of the program. Old events are shorter, and newer events may be longer.
 *
 * @returns `undefined` for an event of another type.
 * @throws TernError `layout/*` if the event is truncated within its required fields or within a field.
 */
export async function readEvent(event: Uint8Array): Promise<VenueEvent | undefined> {
  if (tradeEventLayout.begins(event)) return tradeOf(tradeEventLayout.decode(event))
  if (createEventLayout.begins(event)) return launchOf(createEventLayout.decode(event))
  if (completeEventLayout.begins(event)) {
    const { bonding_curve, mint } = completeEventLayout.decode(event)
    return { kind: 'completion', protocol, pool: bonding_curve, mint }
  }
  if (postCompleteBuyEventLayout.begins(event)) {
    const bought = postCompleteBuyEventLayout.decode(event)
    const { quote_in, fee, creator_fee, pool_base_reserves_after, pool_quote_reserves_after } = bought
    return {
      kind: 'trade',
      protocol,
      pool: bought.bonding_curve,
      mintIn: quoteMintOf(bought.quote_mint),
      mintOut: bought.mint,
      amountIn: quote_in + fee + creator_fee,
      amountOut: bought.base_out,
      trader: bought.user,
      priceAfter: reservesPrice(pool_quote_reserves_after, pool_base_reserves_after),
    }
  }
  if (migrationEventLayout.begins(event)) {
    const { bonding_curve, mint, pool } = migrationEventLayout.decode(event)
    return { kind: 'migration', protocol, pool: bonding_curve, mint, to: pool }
  }
  return undefined
}

/**
 * Reads a launch. The first launches name no creator (it is the user), no token program (it is the classic program) and
 * no time.
 */
function launchOf(launch: CreateEvent): VenueEvent {
  const { bonding_curve, mint, token_program, user, creator, name, symbol, uri, timestamp } = launch
  return {
    kind: 'launch',
    protocol,
    pool: bonding_curve,
    mint,
    tokenProgram: token_program === systemProgram ? tokenProgram : token_program,
    creator: creator === systemProgram ? user : creator,
    name,
    symbol,
    uri,
    timestampSeconds: timestamp === 0n ? undefined : timestamp,
  }
}

/** Returns the quote mint of an event. The zero key means lamports. */
function quoteMintOf(mint: Address): Address {
  return mint === systemProgram ? wrappedNativeMint : mint
}

/**
 * Converts a trade to the trader's amounts: a buy's `amountIn` includes the fees, and a sale's `amountOut` excludes the
 * fees.
 */
async function tradeOf(trade: TradeEvent): Promise<VenueEvent> {
  const quoteMint = quoteMintOf(trade.quote_mint)
  const [quote, quoteReserves] =
    quoteMint === wrappedNativeMint
      ? [trade.sol_amount, trade.virtual_sol_reserves]
      : [trade.quote_amount, trade.virtual_quote_reserves]
  // If cashback is paid, the creator gets nothing, and both fields report the same lamports.
  const fees = trade.fee + (trade.cashback > 0n ? trade.cashback : trade.creator_fee)
  const [mintIn, mintOut] = trade.is_buy ? [quoteMint, trade.mint] : [trade.mint, quoteMint]
  const tokenReserves = trade.virtual_token_reserves
  const amounts = trade.is_buy
    ? {
        amountIn: quote + fees,
        amountOut: trade.token_amount,
        priceAfter: reservesPrice(quoteReserves, tokenReserves),
      }
    : {
        amountIn: trade.token_amount,
        amountOut: quote - fees,
        priceAfter: reservesPrice(tokenReserves, quoteReserves),
      }
  return {
    kind: 'trade',
    protocol,
    pool: await bondingCurveAddress(trade.mint),
    mintIn,
    mintOut,
    ...amounts,
    trader: trade.user,
  }
}

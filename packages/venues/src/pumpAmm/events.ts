import type { Address } from '@tern/core'
import { address, bool, i64, i128, u8, u16, u64 } from '@tern/core/internal'
import { borsh, type Record, text } from '../borsh.ts'
import { readLanded } from '../effects/readLanded.ts'
import { reservesPrice } from '../price.ts'
import type { NamedInstruction, VenueEvent } from '../readEvents.ts'
import { hopsOf } from './readRoute.ts'

/**
 * `BuyEvent`. Reserves are from before the trade.
 * In a `buy`, `quote_amount_in` is the pool's price and `user_quote_amount_in` the trader's payment.
 * In a `buy_exact_quote_in`, the two are swapped (seen on mainnet).
 * Fees that a trade of the second version leaves in the pool appear like fees that are paid out, with the zero key as
 * the recipient of the protocol's fee.
 */
export const buyEventLayout = borsh(
  'BuyEvent',
  {
    timestamp: i64,
    base_amount_out: u64,
    max_quote_amount_in: u64,
    user_base_token_reserves: u64,
    user_quote_token_reserves: u64,
    pool_base_token_reserves: u64,
    pool_quote_token_reserves: u64,
    quote_amount_in: u64,
    lp_fee_basis_points: u64,
    lp_fee: u64,
    protocol_fee_basis_points: u64,
    protocol_fee: u64,
    quote_amount_in_with_lp_fee: u64,
    user_quote_amount_in: u64,
    pool: address,
    user: address,
    user_base_token_account: address,
    user_quote_token_account: address,
    protocol_fee_recipient: address,
    protocol_fee_recipient_token_account: address,
    coin_creator: address,
    coin_creator_fee_basis_points: u64,
    coin_creator_fee: u64,
    track_volume: bool,
    total_unclaimed_tokens: u64,
    total_claimed_tokens: u64,
    current_sol_volume: u64,
    last_update_timestamp: i64,
    min_base_amount_out: u64,
    ix_name: text,
    cashback_fee_basis_points: u64,
    cashback: u64,
    buyback_fee_basis_points: u64,
    buyback_fee: u64,
    virtual_quote_reserves: i128,
    can_boost: bool,
    base_supply: u64,
    holder_rewards_bps: u64,
    holder_rewards: u64,
  },
  { discriminator: [0x67, 0xf4, 0x52, 0x1f, 0x2c, 0xf5, 0x77, 0x77], required: 20 },
)

/** `SellEvent`. Reserves are from before the trade. `user_quote_amount_out` is the amount that arrived. */
export const sellEventLayout = borsh(
  'SellEvent',
  {
    timestamp: i64,
    base_amount_in: u64,
    min_quote_amount_out: u64,
    user_base_token_reserves: u64,
    user_quote_token_reserves: u64,
    pool_base_token_reserves: u64,
    pool_quote_token_reserves: u64,
    quote_amount_out: u64,
    lp_fee_basis_points: u64,
    lp_fee: u64,
    protocol_fee_basis_points: u64,
    protocol_fee: u64,
    quote_amount_out_without_lp_fee: u64,
    user_quote_amount_out: u64,
    pool: address,
    user: address,
    user_base_token_account: address,
    user_quote_token_account: address,
    protocol_fee_recipient: address,
    protocol_fee_recipient_token_account: address,
    coin_creator: address,
    coin_creator_fee_basis_points: u64,
    coin_creator_fee: u64,
    cashback_fee_basis_points: u64,
    cashback: u64,
    buyback_fee_basis_points: u64,
    buyback_fee: u64,
    virtual_quote_reserves: i128,
    can_boost: bool,
    base_supply: u64,
    holder_rewards_bps: u64,
    holder_rewards: u64,
  },
  { discriminator: [0x3e, 0x2f, 0x37, 0x0a, 0xa5, 0x03, 0xdc, 0x2a], required: 20 },
)

/** `CreatePoolEvent`. */
export const createPoolEventLayout = borsh(
  'CreatePoolEvent',
  {
    timestamp: i64,
    index: u16,
    creator: address,
    base_mint: address,
    quote_mint: address,
    base_mint_decimals: u8,
    quote_mint_decimals: u8,
    base_amount_in: u64,
    quote_amount_in: u64,
    pool_base_amount: u64,
    pool_quote_amount: u64,
    minimum_liquidity: u64,
    initial_liquidity: u64,
    lp_token_amount_out: u64,
    pool_bump: u8,
    pool: address,
    lp_mint: address,
    user_base_token_account: address,
    user_quote_token_account: address,
    coin_creator: address,
    is_mayhem_mode: bool,
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0xb1, 0x31, 0x0c, 0xd2, 0xa0, 0x76, 0xa7, 0x74], required: 19 },
)

/** A buy, as the program's event reports it. */
export type BuyEvent = Record<typeof buyEventLayout>
/** A sale, as the program's event reports it. */
export type SellEvent = Record<typeof sellEventLayout>

const protocol = 'pumpamm'

/** A pool's mints. */
type Mints = readonly [base: Address, quote: Address]

/**
 * Reads an event of the program. Old events are shorter, and newer events may be longer.
 *
 * @param instructions of the transaction. A trade's event does not name the pool's mints, but its instruction does.
 * @returns `undefined` for an event of another type, or if no instruction names the mints.
 * @throws TernError `layout/*` if the event is truncated within its required fields or within a field.
 */
export function readEvent(event: Uint8Array, instructions: readonly NamedInstruction[]): VenueEvent | undefined {
  if (buyEventLayout.begins(event)) {
    const buy = buyEventLayout.decode(event)
    const mints = mintsIn(buy.pool, instructions)
    return mints && boughtOf(buy, mints)
  }
  if (sellEventLayout.begins(event)) {
    const sale = sellEventLayout.decode(event)
    const mints = mintsIn(sale.pool, instructions)
    return mints && soldOf(sale, mints)
  }
  if (createPoolEventLayout.begins(event)) {
    const { pool, base_mint, quote_mint, creator, timestamp } = createPoolEventLayout.decode(event)
    return { kind: 'pool', protocol, pool, mints: [base_mint, quote_mint], creator, timestampSeconds: timestamp }
  }
  return undefined
}

function mintsIn(pool: Address, instructions: readonly NamedInstruction[]): Mints | undefined {
  for (const instruction of instructions) {
    const read = readLanded(instruction, 'named')
    const hop = read?.kind === 'route' ? hopsOf(instruction.accounts).find(one => one.pool === pool) : undefined
    if (hop !== undefined) return [hop.base, hop.quote]
    const [base, quote] = read?.kind === 'swap' && read.pool === pool ? read.mints : []
    if (base !== undefined && quote !== undefined) return [base, quote]
  }
  return undefined
}

/**
 * Computes the trader's payment: the amount that reached the pool, plus all other fees. Every type of buy reports these
 * alike.
 */
function boughtOf(buy: BuyEvent, mints: Mints): VenueEvent {
  const [base, quote] = mints
  const { quote_amount_in_with_lp_fee: received, protocol_fee, coin_creator_fee, cashback, pool, user } = buy
  return {
    kind: 'trade',
    protocol,
    pool,
    mintIn: quote,
    mintOut: base,
    amountIn: received + protocol_fee + coin_creator_fee + cashback,
    amountOut: buy.base_amount_out,
    trader: user,
    priceAfter: reservesPrice(quoteBefore(buy) + received, buy.pool_base_token_reserves - buy.base_amount_out),
  }
}

function soldOf(sale: SellEvent, mints: Mints): VenueEvent {
  const [base, quote] = mints
  const { base_amount_in: sold, quote_amount_out_without_lp_fee: paid, pool, user } = sale
  return {
    kind: 'trade',
    protocol,
    pool,
    mintIn: base,
    mintOut: quote,
    amountIn: sold,
    amountOut: sale.user_quote_amount_out,
    trader: user,
    priceAfter: reservesPrice(sale.pool_base_token_reserves + sold, quoteBefore(sale) - paid),
  }
}

/** Computes the reserve that sets the price: the pool's balance plus its virtual part. */
function quoteBefore(event: Pick<BuyEvent, 'pool_quote_token_reserves' | 'virtual_quote_reserves'>): bigint {
  return event.pool_quote_token_reserves + event.virtual_quote_reserves
}

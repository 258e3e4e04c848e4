import type { PriceRow, ScaleRow } from './rows.ts'

/** The answers about pools, as plain JSON. Amounts that can exceed 2^53 are decimal strings of raw units. */

/**
 * The kind of a pool. `standard`: liquidity over all prices. `concentrated`: each position has its range of prices.
 * `stable`: liquidity around a fixed rate.
 */
export type PoolType = 'standard' | 'concentrated' | 'stable'

/**
 * `open`: it trades, or was not read yet. `notOpen`: it opens later. `paused`: its program or an issuer stops trades.
 * `empty`: it has no liquidity to trade with.
 */
export type PoolTradingState = 'open' | 'notOpen' | 'paused' | 'empty'

/** A token of a pool. */
export interface PoolTokenRow {
  readonly mint: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: string
  /** A path on this server. `null`: no path is known, as for SOL. */
  readonly picture: string | null
  /** Token-2022's multiplier or interest at the latest known block. `null`: the mint has neither. */
  readonly scale: ScaleRow | null
  /** Token-2022 only. `null`: the token takes no transfer fee. */
  readonly transferFeeBps: number | null
}

/** The trades of a pool in the current hour of UTC and the 23, 167 or 719 hours before it. */
export interface PoolPeriodRow {
  /** The value of one side of each trade. */
  readonly volumeLamports: string
  /** The providers' part of the trade fees, at the rate of each trade. The program's own part is not included. */
  readonly feeLamports: string
  /**
   * These fees of a year for the present liquidity, in basis points, rounded down: fees · 365 / days / TVL.
   * `null`: the TVL is not known, or 0.
   */
  readonly aprBps: number | null
}

/** A pool, as a list shows it. */
export interface PoolRow {
  readonly address: string
  readonly protocol: string
  readonly type: PoolType
  /** In on-chain order. */
  readonly mints: readonly [string, string]
  /**
   * The share of a trade that traders pay as fees, in parts per million, rounded down. Transfer fees are not included.
   * `null`: not known while the pool does not trade.
   */
  readonly feePpm: number | null
  /**
   * The value of both reserves at the pool's own price, rounded down. `null`: not read yet, or no price in SOL is known.
   */
  readonly tvlLamports: string | null
  readonly state: PoolTradingState
  /** Unix time at which trading opens. `null`: it is open, or the pool names no time. */
  readonly opensAtSeconds: number | null
  /** `null`: no trade in the period is known. */
  readonly day: PoolPeriodRow | null
  readonly week: PoolPeriodRow | null
  readonly month: PoolPeriodRow | null
}

/** All pools that the server follows. */
export interface PoolListRow {
  /** In the order in which the server met them. */
  readonly pools: readonly PoolRow[]
  /** Each token of these pools once. */
  readonly tokens: readonly PoolTokenRow[]
}

/** The lowest and the highest price after a trade in a period. */
export interface PoolPricesRow {
  /** Raw units of the second token per raw unit of the first, in decimal: 18 significant digits, cut off. */
  readonly min: string
  readonly max: string
}

/** A pool with everything that the server knows about it. */
export interface PoolDetailRow extends PoolRow {
  /** In on-chain order. */
  readonly tokens: readonly [PoolTokenRow, PoolTokenRow]
  /** The program that owns the pool. */
  readonly program: string
  /** The program's account with the pool's fees. `null`: the pool has no such account, or stores its fees itself. */
  readonly config: string | null
  /** The providers' part of `feePpm`. */
  readonly providersFeePpm: number | null
  /** Tokens that back the liquidity, in on-chain order. `null`: not read yet. */
  readonly reserves: readonly [string, string] | null
  /** The mint of the LP tokens. `null`: the pool gives no LP tokens. */
  readonly lpMint: string | null
  /** LP tokens that share the reserves, including locked ones. */
  readonly lpSupply: string | null
  /** Raw units of the second token per raw unit of the first, before fees. `null`: the pool does not trade. */
  readonly price: PriceRow | null
  /** By period. `null`: no trade in it is known. */
  readonly prices: {
    readonly day: PoolPricesRow | null
    readonly week: PoolPricesRow | null
    readonly month: PoolPricesRow | null
  }
  /** Slot of the read. `null`: not read yet. */
  readonly slot: number | null
}

/**
 * The answer to a request for the pool at an address.
 *  - `pool`: a pool that Tern can read.
 *  - `missing`: the address has no account.
 *  - `foreign`: the account is not a pool that Tern can read. `owner`: the account's program.
 *  - `curve`: the account is a bonding curve. `mint`: the token that trades there.
 */
export type PoolAnswerRow =
  | { readonly kind: 'pool'; readonly pool: PoolDetailRow }
  | { readonly kind: 'missing' }
  | { readonly kind: 'foreign'; readonly owner: string }
  | { readonly kind: 'curve'; readonly mint: string }

import {
  type Address,
  type Clock,
  isTernError,
  type Ratio,
  type Token,
  usd1Mint,
  usdcMint,
  usdtMint,
  wrappedNativeMint,
} from '@tern/core'
import { mulDiv } from '@tern/core/internal'
import type { Pool, Protocol, Quote } from '@tern/venues'
import { poolTypes } from '@tern/venues/internal/poolTypes'
import type { PoolTradingState, PoolType } from '../../data/poolRows.ts'

/** Returns the type of a protocol's pools. `undefined`: they are bonding curves. */
export const poolTypeOf = (protocol: Protocol): PoolType | undefined => poolTypes.get(protocol)

/** Mints in which pools are valued, in the order of preference. */
const counted: readonly Address[] = [wrappedNativeMint, usdcMint, usdtMint, usd1Mint]

/**
 * Returns the side of a pool in which its trades are counted: SOL, otherwise a dollar token, otherwise the first token.
 * @example countedSide([kite, wrappedNativeMint]) // 1
 */
export function countedSide(mints: readonly [Address, Address]): 0 | 1 {
  for (const mint of counted) {
    if (mints[0] === mint) return 0
    if (mints[1] === mint) return 1
  }
  return 0
}

/** The state of a pool, as it was read. */
export interface PoolFacts {
  readonly address: Address
  readonly protocol: Protocol
  readonly type: PoolType
  readonly tokens: readonly [Token, Token]
  readonly slot: bigint
  /** Raw units, in the order of the tokens. */
  readonly reserves: readonly [bigint, bigint]
  /** Raw units of the second token per raw unit of the first, before fees. `undefined` while the pool does not trade. */
  readonly price: Ratio | undefined
  readonly fees: FeeRates | undefined
  readonly liquidityTokens: Pool['liquidityTokens']
  readonly state: PoolTradingState
  /** Unix time in seconds. `undefined` once the pool is open. */
  readonly opensAtSeconds: number | undefined
}

/** Parts per million of a trade, rounded down. */
export interface FeeRates {
  /** All fees of the program, of the creator and of the providers. Transfer fees are not included. */
  readonly allPpm: number
  /**
   * The part that the liquidity providers earn. For AMM v4 and the stable pools it is the whole fee: these programs take
   * their part later, when liquidity changes.
   */
  readonly providersPpm: number
}

/**
 * Describes a pool at a time.
 *
 * @returns `undefined` for a bonding curve.
 */
export function poolFacts(pool: Pool, clock: Clock): PoolFacts | undefined {
  const type = poolTypeOf(pool.protocol)
  const reserves = pool.reserves?.(clock)
  if (type === undefined || reserves === undefined) return undefined
  const opensAt = pool.opensAtSeconds?.(clock)
  const { address, protocol, tokens, slot, liquidityTokens } = pool
  const trial = tryQuote(pool, openedAt(clock, opensAt))
  const isOpen = opensAt === undefined
  return {
    ...{ address, protocol, type, tokens, slot, reserves, liquidityTokens },
    ...(typeof trial === 'string' ? { price: undefined, fees: undefined } : pricesOf(pool, trial)),
    state: typeof trial === 'string' ? trial : isOpen ? 'open' : 'notOpen',
    opensAtSeconds: isOpen ? undefined : Number(opensAt),
  }
}

/** Returns a clock at which the pool is open, to quote its price and its fees before it opens. */
const openedAt = (clock: Clock, opensAt: bigint | undefined): Clock =>
  opensAt === undefined
    ? clock
    : { ...clock, unixTimestamp: opensAt + 1n, slot: clock.slot + slotsUntil(clock, opensAt) }

/** A slot takes some 400 ms. */
const slotsUntil = ({ unixTimestamp }: Clock, opensAt: bigint) => ((opensAt - unixTimestamp) * 5n) / 2n + 5n

/** Amount of the trial: a rate in parts per million is exact in it. */
const trialAmount = 1_000_000_000n

/** Quotes a trade, to learn the price and the fees. @returns the reason if the pool trades no amount. */
function tryQuote(pool: Pool, clock: Clock): Quote | Exclude<PoolTradingState, 'open'> {
  const tokenIn = pool.tokens[countedSide(mintsOf(pool))].mint
  try {
    return pool.quote({ tokenIn, exactIn: trialAmount }, clock)
  } catch (error) {
    if (isTernError(error, 'quote/notOpen')) return 'notOpen'
    if (isTernError(error, 'quote/paused')) return 'paused'
    if (isTernError(error)) return 'empty'
    throw error
  }
}

const mintsOf = ({ tokens }: Pick<Pool, 'tokens'>) => [tokens[0].mint, tokens[1].mint] as const

function pricesOf({ tokens }: Pool, quote: Quote): Pick<PoolFacts, 'price' | 'fees'> {
  const { numerator, denominator } = quote.currentPrice
  const isFirstIn = quote.tokenIn === tokens[0].mint
  return {
    price: isFirstIn ? { numerator, denominator } : { numerator: denominator, denominator: numerator },
    fees: { allPpm: ratePpm(quote, () => true), providersPpm: ratePpm(quote, kind => kind === 'trade') },
  }
}

/** Sums fees as shares of the side that pays each, in parts per million, rounded down. */
function ratePpm({ tokenIn, amountIn, amountOut, fees }: Quote, isCounted: (kind: string) => boolean): number {
  const own = fees.filter(({ kind }) => kind !== 'transfer')
  const sum = (list: typeof fees, isIn: boolean) =>
    list.reduce((total, { mint, amount }) => ((mint === tokenIn) === isIn ? total + amount : total), 0n)
  const chosen = own.filter(({ kind }) => isCounted(kind))
  const ofIn = mulDiv(sum(chosen, true), 1_000_000n, amountIn, 'floor')
  const ofOut = mulDiv(sum(chosen, false), 1_000_000n, amountOut + sum(own, false), 'floor')
  return Number(ofIn + ofOut)
}

/**
 * Computes the value of both reserves in raw units of the counted side, rounded down. A standard pool without a price
 * counts its counted side twice.
 *
 * @returns `undefined` if the pool has no price, and is no standard pool.
 * @example
 * countedTvl(facts) // 2n * the lamports of a constant product's SOL
 */
export function countedTvl({ type, tokens, reserves, price }: PoolFacts): bigint | undefined {
  const side = countedSide([tokens[0].mint, tokens[1].mint])
  const [own, other] = [reserves[side], reserves[1 - side] ?? 0n]
  if (price === undefined || price.numerator === 0n || price.denominator === 0n)
    return type === 'standard' ? 2n * own : undefined
  const { numerator, denominator } = price
  return own + (side === 1 ? (other * numerator) / denominator : (other * denominator) / numerator)
}

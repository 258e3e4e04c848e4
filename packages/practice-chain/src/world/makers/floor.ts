import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { seededRandom } from '../random.ts'
import type { Maker } from './cast.ts'
import type { FairPrice } from './fairPrice.ts'
import type { Sight, Wish } from './habit.ts'

/** A token's market, as the makers know it. */
export interface Market {
  readonly mint: Address
  readonly pool: Address
  readonly protocol: Protocol
  readonly kind: 'curve' | 'pool'
  readonly bornSeconds: number
  /** The age at which the makers lose interest and sell the rest. */
  readonly lifeSeconds: number
  readonly fairPrice: FairPrice
  /** Set only for a curve: its final price, at which its pool opens. */
  readonly lastPrice?: number
}

/** A market's last observation. */
export interface Quotation {
  /** Lamports per raw token unit. */
  readonly price: number
  /** The native reserve that supports the price, in lamports. */
  readonly depth: number
}

/** A maker's wanted trade. `amountIn`: lamports for a buy, raw token units for a sale. */
export interface Turn {
  readonly maker: Maker
  readonly market: Market
  readonly side: 'buy' | 'sell'
  readonly amountIn: bigint
}

/** A maker's position in a token. */
interface Position {
  tokens: bigint
  /** Lamports. */
  paid: number
  sinceSeconds: number
}

interface Stand {
  readonly market: Market
  readonly positions: Map<Address, Position>
  readonly trail: { readonly atSeconds: number; readonly price: number }[]
  quotation: Quotation | undefined
  /** Cached for a single moment. */
  gap: { readonly atSeconds: number; readonly lamports: number } | undefined
}

const minLamports = 2_000_000
/** Max kept price observations, and the min seconds between two. */
const trailLength = 80
const trailSeconds = 20
/** Max draws of a maker and a market in a look. If all fail, no trade happens at that moment. */
const maxLooks = 12

/**
 * Chooses a maker, its market and its trade. The caller carries the trade out and reports the result.
 * The same calls with the same seed give the same decisions.
 */
export interface Floor {
  open(market: Market): void
  /** Forgets a market that has ended. */
  close(mint: Address): void
  markets(): readonly Market[]
  /** Picks the next maker and market; `undefined` if no market attracts the picked makers. */
  look(nowSeconds: number): { readonly maker: Maker; readonly market: Market } | undefined
  observe(mint: Address, quotation: Quotation, nowSeconds: number): void
  /** The maker's wanted trade in an observed market. */
  decide(maker: Maker, market: Market, nowSeconds: number): Turn | undefined
  /** Sets the maker's position. */
  hold(maker: Maker, mint: Address, holding: Holding): void
  held(maker: Maker, mint: Address): bigint
}

/** A maker's tokens. */
export interface Holding {
  readonly tokens: bigint
  readonly nowSeconds: number
  /** The cost of the trade, if it was a buy. */
  readonly paidLamports?: number
}

/** Creates the floor for the makers of `cast`. Its picks follow from `seed` and from the observations. */
export function createFloor(cast: readonly Maker[], seed: string): Floor {
  const random = seededRandom(`floor ${seed}`)
  const stands = new Map<Address, Stand>()
  const shares = cast.reduce((sum, { share }) => sum + share, 0)

  function someMaker(): Maker | undefined {
    let left = random() * shares
    return cast.find(({ share }) => {
      left -= share
      return left < 0
    })
  }

  function someStand(maker: Maker, now: number): Stand | undefined {
    const drawn = [...stands.values()].map(stand => [stand, drawOf(stand, maker, now)] as const)
    let left = random() * drawn.reduce((sum, [, draw]) => sum + draw, 0)
    return drawn.find(([, draw]) => {
      left -= draw
      return left < 0
    })?.[0]
  }

  return {
    open(market) {
      stands.set(market.mint, { market, positions: new Map(), trail: [], quotation: undefined, gap: undefined })
    },
    close(mint) {
      stands.delete(mint)
    },
    markets: () => [...stands.values()].map(({ market }) => market),
    look(now) {
      for (let looks = 0; looks < maxLooks; looks++) {
        const maker = someMaker()
        const stand = maker && someStand(maker, now)
        if (maker !== undefined && stand !== undefined) return { maker, market: stand.market }
      }
      return undefined
    },
    observe(mint, quotation, now) {
      const stand = stands.get(mint)
      if (stand === undefined) return
      const { trail } = stand
      stand.quotation = quotation
      stand.gap = undefined
      const last = trail.at(-1)
      if (last !== undefined && now - last.atSeconds < trailSeconds) return
      trail.push({ atSeconds: now, price: quotation.price })
      if (trail.length > trailLength) trail.shift()
    },
    decide(maker, market, now) {
      const stand = stands.get(market.mint)
      if (stand?.quotation === undefined) return undefined
      const isOver = now - market.bornSeconds > market.lifeSeconds
      const position = stand.positions.get(maker.key.address)
      const wish = isOver ? 'sell all' : maker.habit.decide(sightOf(stand, maker, now), random)
      return turnOf(maker, market, wish, position?.tokens ?? 0n, stand.quotation.price)
    },
    hold(maker, mint, { tokens, nowSeconds, paidLamports = 0 }) {
      const positions = stands.get(mint)?.positions
      if (positions === undefined) return
      const { address } = maker.key
      const before = positions.get(address)
      if (tokens === 0n) return void positions.delete(address)
      const kept = before === undefined ? 0 : before.paid * Math.min(1, Number(tokens) / Number(before.tokens))
      positions.set(address, { tokens, paid: kept + paidLamports, sinceSeconds: before?.sinceSeconds ?? nowSeconds })
    },
    held: (maker, mint) => stands.get(mint)?.positions.get(maker.key.address)?.tokens ?? 0n,
  }
}

/** How strongly a market attracts a maker: the habit's interest, times the market's publicity. */
function drawOf(stand: Stand, maker: Maker, now: number): number {
  const { market, quotation, positions } = stand
  const age = now - market.bornSeconds
  if (quotation === undefined) return market.kind === 'pool' || age < market.lifeSeconds ? 0.2 : 0
  if (age > market.lifeSeconds) return positions.has(maker.key.address) ? 2 : 0
  const talk =
    market.kind === 'pool'
      ? 0.5 + 0.3 * Math.sqrt(quotation.depth / 500e9)
      : 0.5 + 2 * Math.exp(-age / 700) + Math.min(2, Math.abs(gapOf(stand, now)) / (0.03 * quotation.depth))
  return talk * maker.habit.interest(sightOf(stand, maker, now))
}

/** The lamports to a fair price, for a pool of constant product. */
function gapOf(stand: Stand, now: number): number {
  const { market, quotation } = stand
  if (quotation === undefined) return 0
  if (stand.gap?.atSeconds !== now) {
    const lamports = quotation.depth * (Math.sqrt(market.fairPrice(now) / quotation.price) - 1)
    stand.gap = { atSeconds: now, lamports }
  }
  return stand.gap.lamports
}

function sightOf(stand: Stand, maker: Maker, now: number): Sight {
  const { market, trail } = stand
  const { price, depth } = stand.quotation ?? { price: 0, depth: 0 }
  const position = stand.positions.get(maker.key.address)
  const held = position === undefined ? 0 : Number(position.tokens) * price
  return {
    kind: market.kind,
    ageSeconds: now - market.bornSeconds,
    depth,
    gap: gapOf(stand, now),
    change(seconds) {
      const then = trail.findLast(({ atSeconds }) => atSeconds <= now - seconds) ?? trail[0]
      return then === undefined ? 0 : price / then.price - 1
    },
    below(seconds) {
      const highest = trail.reduce(
        (max, seen) => (seen.atSeconds >= now - seconds ? Math.max(max, seen.price) : max),
        price,
      )
      return highest === 0 ? 0 : 1 - price / highest
    },
    held,
    gain: position === undefined || position.paid === 0 ? 0 : held / position.paid - 1,
    heldSeconds: position === undefined ? 0 : now - position.sinceSeconds,
  }
}

function turnOf(maker: Maker, market: Market, wish: Wish, held: bigint, price: number): Turn | undefined {
  if (wish === undefined) return undefined
  if (wish === 'sell all') return held > 0n ? { maker, market, side: 'sell', amountIn: held } : undefined
  if (wish.lamports < minLamports) return undefined
  if (wish.side === 'buy') return { maker, market, side: 'buy', amountIn: BigInt(Math.round(wish.lamports)) }
  const wanted = BigInt(Math.round(wish.lamports / price))
  // Sell everything if the rest would be too small to sell later.
  const isNearlyAll = Number(held - wanted) * price < minLamports
  const amountIn = isNearlyAll ? held : wanted
  return amountIn > 0n ? { maker, market, side: 'sell', amountIn } : undefined
}

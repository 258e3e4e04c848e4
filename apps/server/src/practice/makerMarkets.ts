import { findGraduation } from '@tern/client'
import {
  type Floor,
  graduatedMarket,
  launchersIn,
  type Maker,
  type Market,
  quotationOf,
  type Random,
} from '@tern/practice-chain/internal/makers'
import { isProtocol, type Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Background } from './background.ts'
import { type Launching, migrate } from './launching.ts'
import type { Pace } from './makerPace.ts'
import type { Wallets } from './makerWallets.ts'

/** The makers of a practice world, and what they share. */
export interface Makers {
  readonly seed: string
  readonly cast: readonly Maker[]
  readonly wallets: Wallets
  readonly launching: Launching
  readonly floor: Floor
  readonly random: Random
  readonly pace: Pace
  readonly background: Background
}

/** Seconds after a market's end until it is dropped, even if makers still hold the token. */
const graceSeconds = 1_200

export const now = (): number => Math.floor(Date.now() / 1_000)

export const someOf = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

/** Creates the functions that follow the markets of the makers: their prices, their migrations and their ends. */
export function createMakerMarkets({ seed, cast, wallets, floor, random, pace, background }: Makers) {
  const { client } = wallets
  const { chain } = client
  const { signal, begin, after } = background

  const readPool = ({ protocol, pool, mint }: Market) => {
    const venue: Venue = venues[protocol]
    return chain.read(venue, pool, { mint })
  }

  /** Reads a market's current state. A market that no longer trades is closed. */
  async function see(market: Market) {
    const pool = await readPool(market)
    const quotation = quotationOf(pool, await chain.readClock())
    if (quotation !== undefined) floor.observe(market.mint, quotation, now())
    else {
      const stage = pool.curve?.stage
      leave(market, stage === 'complete' || stage === 'migrating' ? 'complete' : 'over')
    }
    return quotation
  }

  function leave(market: Market, why: 'complete' | 'over'): void {
    floor.close(market.mint)
    const maker = someOf(launchersIn(cast), random)
    if (why === 'complete' && maker !== undefined)
      after(pace.migrationMs(random), () =>
        begin(async () => {
          if (await migrate(client, { seed, maker, market, signal })) await followTo(market)
        }),
      )
    if (why === 'over') begin(() => followTo(market))
  }

  /** Opens the pool of a migrated curve as a market, once it exists. Its trading time starts then. */
  async function followTo(market: Market): Promise<void> {
    const to = await findGraduation(client, await readPool(market))
    if (to === undefined || !isProtocol(to.protocol)) return
    if (!(await chain.readAccounts([to.address], { maxAgeMs: 0 })).get(to.address)) return
    const moved = graduatedMarket(market, { protocol: to.protocol, address: to.address }, now())
    if (moved === undefined) return
    floor.open(moved)
    await see(moved)
  }

  function forgetOldMarkets(): void {
    for (const { mint, bornSeconds, lifeSeconds } of floor.markets())
      if (now() - bornSeconds > lifeSeconds + graceSeconds) floor.close(mint)
  }

  return { see, forgetOldMarkets }
}

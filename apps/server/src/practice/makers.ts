import { buy, planBuy, planSell, sell } from '@tern/client'
import type { PracticeChain } from '@tern/practice-chain'
import {
  castOf,
  createFloor,
  graduatedMarket,
  launchersIn,
  type Maker,
  type Market,
  marketOf,
  quotationOf,
  type Random,
  seededRandom,
  snipersIn,
  type Turn,
} from '@tern/practice-chain/makers'
import { isProtocol, type Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { collectFees, migrate, openLaunching } from './launching.ts'
import type { Pace } from './pace.ts'
import { openWallets, type Wallets } from './wallets.ts'

/** When the makers do something. */
export interface Bustle {
  readonly pace: Pace
  /** Whether anybody looks. */
  isWatched(): boolean
}

const slippageBps = 300
const priorityFeeLamports = 2_000n
/** Looks before a moment passes without a trade. */
const mostLooks = 12
/** Trades that are late by so much are left out. */
const mostBehindMs = 1_000
/** How often a maker's token accounts are looked through. */
const tidyMs = 20_000
/** Markets that are over are forgotten after so long, whatever is left there. */
const graceSeconds = 1_200

/** Reads what the makers need to know before they trade. */
async function openFloor(practice: PracticeChain, cast: readonly Maker[], wallets: Wallets, signal: AbortSignal) {
  const launching = await openLaunching(wallets.client, practice.seed)
  const { absoluteSlot } = await wallets.client.chain.rpc.getEpochInfo().send()
  const random = seededRandom(`${practice.genesisHash} ${absoluteSlot}`)
  const floor = createFloor(cast, `${practice.genesisHash} ${absoluteSlot}`)
  for (const token of [...practice.world, ...(await launching.readNewest())]) {
    const market = marketOf(token)
    if (market !== undefined) floor.open(market)
  }
  for (const maker of cast) {
    signal.throwIfAborted()
    await wallets.readHoldings(maker, floor, now())
  }
  return { launching, floor, random }
}

/**
 * Lets the world live: its makers trade through the same client as users, launch tokens, and move complete curves to their pools.
 * They act at random moments, by habits that follow from the world's seed. An action that fails is not repeated.
 *
 * @param starting - ends the start.
 * @returns ends the makers.
 * @throws TernError `rpc/*` when the chain does not answer at the start; the reason of `starting`.
 */
export async function startMakers(
  practice: PracticeChain,
  bustle: Bustle,
  starting: AbortSignal,
): Promise<() => Promise<void>> {
  if (practice.world.length === 0) return async () => {}
  const { pace } = bustle
  const cast = await castOf(practice.seed)
  const wallets = await openWallets(practice, cast)
  const { client } = wallets
  const { chain } = client
  const opened = await openFloor(practice, cast, wallets, starting).catch((error: unknown) => {
    wallets.close()
    throw error
  })
  const { launching, floor, random } = opened
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Set<Promise<unknown>>()
  const timers = new Set<NodeJS.Timeout>()

  /** Runs `task`; what it throws is nobody's business. */
  function begin(task: () => Promise<unknown>): void {
    const running = task()
      .catch(() => {})
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  function after(ms: number, task: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, ms)
    timers.add(timer)
  }

  const readPool = ({ protocol, pool, mint }: Market) => {
    const venue: Venue = venues[protocol]
    return chain.readPool(venue, pool, { mint })
  }

  /** The market as it is; one that trades no more leaves the floor. */
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
          if (await migrate(client, practice.seed, maker, market, signal)) await followTo(market)
        }),
      )
    if (why === 'over') begin(() => followTo(market))
  }

  /** What was traded on a curve is traded on in its pool, once that is there; trading hours count from then on. */
  async function followTo(market: Market): Promise<void> {
    const to = await (await readPool(market)).graduation?.()
    if (to === undefined || !isProtocol(to.protocol)) return
    if (!(await chain.readAccounts([to.address], { maxAgeMs: 0 })).get(to.address)) return
    const moved = graduatedMarket(market, { protocol: to.protocol, address: to.address }, now())
    if (moved === undefined) return
    floor.open(moved)
    await see(moved)
  }

  /** Whether it was carried out. */
  async function carryOut({ maker, market, side, amountIn }: Turn): Promise<boolean> {
    const { mint, pool: address, protocol } = market
    const request = { mint, pool: { protocol, address, mint }, amountIn, slippageBps, priorityFeeLamports }
    const own = wallets.clientOf(maker)
    const planned = await (side === 'buy' ? planBuy : planSell)(own, request)
    signal.throwIfAborted()
    if (planned.reasons.length > 0) {
      const isPoor = planned.reasons.some(({ code }) => poverty.includes(code))
      if (isPoor) await wallets.refill(maker)
      return false
    }
    const before = floor.held(maker, mint)
    const receipt = await (side === 'buy' ? buy : sell)(own, planned, { signal })
    if (receipt.status !== 'confirmed') return false
    const bought = receipt.amountOut ?? planned.quote?.amountOut ?? 0n
    const after = side === 'buy' ? before + bought : before - amountIn
    floor.hold(maker, mint, after > 0n ? after : 0n, now(), side === 'buy' ? Number(amountIn) : 0)
    return true
  }

  async function visit(maker: Maker, market: Market): Promise<boolean> {
    const turn = (await see(market)) && floor.decide(maker, market, now())
    return turn !== undefined && (await carryOut(turn))
  }

  async function someTrade(): Promise<void> {
    for (let looks = 0; looks < mostLooks && !signal.aborted; looks++) {
      const look = floor.look(now())
      if (look === undefined) return
      // What fails is left at that, and somebody else trades.
      if (await visit(look.maker, look.market).catch(() => false)) return
    }
  }

  async function launch(): Promise<void> {
    const launcher = someOf(launchersIn(cast), random)
    const token = launcher && (await launching.launch(launcher, now(), signal))
    if (launcher === undefined) return
    if (token === undefined) return wallets.refill(launcher)
    const market = marketOf(token)
    if (market === undefined) return
    floor.open(market)
    await see(market)
    for (const maker of snipersIn(cast)) if (random() < 0.8) begin(() => visit(maker, market))
    await carryOut({ maker: launcher, market, side: 'buy', amountIn: BigInt(Math.round((0.1 + 1.4 * random()) * 1e9)) })
  }

  function forgetOldMarkets(): void {
    for (const { mint, bornSeconds, lifeSeconds } of floor.markets())
      if (now() - bornSeconds > lifeSeconds + graceSeconds) floor.close(mint)
  }

  let nextTradeMs = performance.now()
  const trading = () => {
    // Timers are late, which adds up; after a pause of the machine not all is made up for.
    nextTradeMs = Math.max(nextTradeMs, performance.now() - mostBehindMs) + pace.tradeMs(random)
    after(Math.max(0, nextTradeMs - performance.now()), trading)
    if (underWay.size < pace.mostUnderWay) begin(someTrade)
  }
  const launches = () =>
    after(pace.launchMs(random), () => {
      if (bustle.isWatched() || random() < pace.unwatchedShare) begin(launch)
      forgetOldMarkets()
      launches()
    })
  const tidying = (turn: number) =>
    after(tidyMs, () => {
      const maker = cast[turn % cast.length]
      if (maker !== undefined) begin(() => wallets.tidy(maker, signal))
      if (maker !== undefined && launchersIn(cast).includes(maker)) begin(() => collectFees(client, maker, signal))
      tidying(turn + 1)
    })
  trading()
  launches()
  tidying(0)
  return async () => {
    stopping.abort()
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(underWay)
    wallets.close()
  }
}

/** Why a maker cannot pay; the faucet helps. */
const poverty: readonly string[] = ['trade/notEnoughToBuy', 'trade/notEnoughToPayTradeFee']

const now = (): number => Math.floor(Date.now() / 1_000)

const someOf = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

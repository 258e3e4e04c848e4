import { buy, findGraduation, planBuy, planSell, sell } from '@tern/client'
import type { PracticeChain } from '@tern/practice-chain'
import {
  castOf,
  createFloor,
  graduatedMarket,
  launchersIn,
  type Maker,
  type Market,
  marketOf,
  providersIn,
  quotationOf,
  type Random,
  seededRandom,
  snipersIn,
  type Turn,
} from '@tern/practice-chain/internal/makers'
import { isProtocol, type Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { createBackground } from './background.ts'
import { collectFees, migrate, openLaunching } from './launching.ts'
import type { Pace } from './makerPace.ts'
import { openWallets, type Wallets } from './makerWallets.ts'
import { changeLiquidity, isProvidable } from './providing.ts'

/** When the makers act. */
export interface Bustle {
  readonly pace: Pace
  /** Says if any client uses the server now. */
  isWatched(): boolean
}

const slippageBps = 300
const priorityFeeLamports = 2_000n
/** Max attempts to find a trade in a turn. */
const maxLooks = 12
/** Max lateness of a trade. Trades that are later are skipped. */
const maxBehindMs = 1_000
/** Interval at which a maker's token accounts are checked, in milliseconds. */
const tidyMs = 20_000
/** Seconds after a market's end until it is dropped, even if makers still hold the token. */
const graceSeconds = 1_200

/** Reads the state that the makers need before they trade. */
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
 * Starts the makers of the practice world. They trade through the same client as users, launch tokens, move
 * completed curves to pools, and change the liquidity of pools.
 * They act at random times, by habits that derive from the world's seed. A failed action is not repeated.
 *
 * @param starting aborts the start.
 * @returns ends the makers.
 * @throws TernError `rpc/*` if the chain does not answer at the start; the reason of `starting`.
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
  const background = createBackground()
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
          if (await migrate(client, { seed: practice.seed, maker, market, signal })) await followTo(market)
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

  /** Carries out a trade. @returns `true` if it was confirmed. */
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
    const paidLamports = side === 'buy' ? Number(amountIn) : 0
    floor.hold(maker, mint, { tokens: after > 0n ? after : 0n, nowSeconds: now(), paidLamports })
    return true
  }

  async function visit(maker: Maker, market: Market): Promise<boolean> {
    const turn = (await see(market)) && floor.decide(maker, market, now())
    return turn !== undefined && (await carryOut(turn))
  }

  async function someTrade(): Promise<void> {
    for (let looks = 0; looks < maxLooks && !signal.aborted; looks++) {
      const look = floor.look(now())
      if (look === undefined) return
      // If a trade fails, another maker tries.
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

  async function provide(): Promise<void> {
    const maker = someOf(providersIn(cast), random)
    const market = someOf(floor.markets().filter(isProvidable), random)
    if (maker === undefined || market === undefined) return
    const provider = {
      ...{ client: wallets.clientOf(maker), address: maker.key.address, market, signal },
      buy: (amountIn: bigint) => carryOut({ maker, market, side: 'buy', amountIn }),
      refill: () => wallets.refill(maker),
    }
    await changeLiquidity(provider, random)
    await wallets.readHolding({ maker, mint: market.mint }, floor, now())
  }

  function forgetOldMarkets(): void {
    for (const { mint, bornSeconds, lifeSeconds } of floor.markets())
      if (now() - bornSeconds > lifeSeconds + graceSeconds) floor.close(mint)
  }

  let nextTradeMs = performance.now()
  const trading = () => {
    // Timers run late, and the delays add up, so count from the planned time. After a pause of the machine, skip the
    // trades beyond `maxBehindMs`.
    nextTradeMs = Math.max(nextTradeMs, performance.now() - maxBehindMs) + pace.tradeMs(random)
    after(Math.max(0, nextTradeMs - performance.now()), trading)
    if (background.running < pace.maxUnderWay) begin(someTrade)
  }
  const launches = () =>
    after(pace.launchMs(random), () => {
      if (bustle.isWatched() || random() < pace.unwatchedShare) begin(launch)
      forgetOldMarkets()
      launches()
    })
  const providing = () =>
    after(pace.liquidityMs?.(random) ?? 0, () => {
      begin(provide)
      providing()
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
  if (pace.liquidityMs !== undefined) providing()
  tidying(0)
  return async () => {
    await background.stop()
    wallets.close()
  }
}

/** Error codes of a maker with too little SOL. The faucet helps. */
const poverty: readonly string[] = ['trade/notEnoughToBuy', 'trade/notEnoughToPayTradeFee']

const now = (): number => Math.floor(Date.now() / 1_000)

const someOf = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

import { type AccountSet, type Address, decodeTokenAccount } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Bank } from '../../bank/bank.ts'
import { castOf, launcherOf, launchersIn, type Maker, providersIn, snipersIn } from '../makers/cast.ts'
import { createFloor, type Holding, type Market, type Turn } from '../makers/floor.ts'
import { marketOf } from '../makers/marketOf.ts'
import { quotationOf } from '../makers/quotation.ts'
import { seededRandom } from '../random.ts'
import { launchedToken } from '../seededWorld.ts'
import { storyMint } from '../token.ts'
import type { CurveSeed, CurveVenue, Deed as Sent, WorldToken } from '../worldVenue.ts'
import { curveVenues, worldVenueOf } from '../worldVenues.ts'
import { createChronicle } from './chronicle.ts'
import { computeBudget } from './instructions.ts'
import { changeLiquidity, type Providing } from './providing.ts'
import { createTrading, openPool } from './trading.ts'

/** The hours before a world is shown. */
export interface Past {
  readonly seed: string
  /** The tokens that exist from the start. */
  readonly tokens: readonly WorldToken[]
  readonly fromSeconds: number
  readonly untilSeconds: number
  /** The number of trades that the makers try. */
  readonly trades: number
  /** The number of changes of liquidity that the makers try. */
  readonly liquidityChanges: number
  /** Receives the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** An exponent above 1 makes trades denser towards the present. */
const thickening = 1.5
const maxTries = 8
/** How long a complete curve waits for its migration, in seconds: `min` plus up to `more`. */
const migrationSeconds = { min: 90, more: 240 }

type Deed =
  | { readonly kind: 'trade' }
  | { readonly kind: 'provide' }
  | { readonly kind: 'open'; readonly token: WorldToken }
  | { readonly kind: 'launch'; readonly curves: CurveVenue; readonly one: CurveSeed; readonly index: number }
  | { readonly kind: 'snipe'; readonly market: Market; readonly maker: Maker }
  | { readonly kind: 'migrate'; readonly token: WorldToken; readonly maker: Maker }

/**
 * Lets the makers trade, launch and migrate until the bank has caught up with the present.
 * The same world, times and genesis hash give the same transactions.
 * @returns every token in its state at the end, tokens of the start first.
 */
export async function liveThrough(bank: Bank, past: Past): Promise<readonly WorldToken[]> {
  const { seed, fromSeconds, untilSeconds, onProgress = () => {} } = past
  const random = seededRandom(`past ${seed}`)
  const cast = await castOf(seed)
  const launchers = launchersIn(cast)
  const floor = createFloor(cast, `past ${seed}`)
  const chronicle = createChronicle(bank, fromSeconds)
  const trading = createTrading(bank, chronicle, random)
  const providing: Providing = {
    ...{ bank, chronicle, trading, random },
    async buy(maker, market, amountIn) {
      const seen = await observe(market)
      return seen !== undefined && carryOut({ maker, market, side: 'buy', amountIn }, seen.pool)
    },
  }
  const tokens = [...past.tokens]
  const planned = plannedDeeds(past, random)
  const agenda = createAgenda(planned)

  async function send({ signers, unitLimit, instructions }: Sent, microLamports: bigint) {
    return chronicle.land(signers, [...computeBudget(unitLimit, microLamports), ...instructions])
  }

  async function admit(token: WorldToken): Promise<Market | undefined> {
    const market = marketOf(token)
    if (market === undefined) return undefined
    floor.open(market)
    const price = (await observe(market))?.quotation.price
    if (price === undefined) return market
    for (const [address, account] of bank.tokenAccountsByMint(market.mint)) {
      const { owner, amount } = decodeTokenAccount(address, account)
      const maker = cast.find(({ key }) => key.address === owner)
      if (maker !== undefined && amount > 0n)
        hold(maker, market.mint, { tokens: amount, paidLamports: Number(amount) * price })
    }
    return market
  }

  const hold = (maker: Maker, mint: Address, holding: Omit<Holding, 'nowSeconds'>): void =>
    floor.hold(maker, mint, { ...holding, nowSeconds: chronicle.now() })

  /** Shows the floor the market's current state; `undefined` if the market trades no more. */
  async function observe(market: Market) {
    const pool = await openPool(bank, market)
    const quotation = pool && quotationOf(pool, bank.clock())
    if (pool === undefined || quotation === undefined) return leave(market)
    floor.observe(market.mint, quotation, chronicle.now())
    return { pool, quotation }
  }

  /** A curve that trades no more is complete. A launcher moves it to its pool after a while. */
  function leave(market: Market): undefined {
    floor.close(market.mint)
    const token = tokens.find(({ mint }) => mint === market.mint)
    const maker = launchers[Math.floor(random() * launchers.length)]
    if (token === undefined || maker === undefined || market.kind !== 'curve') return
    const at = chronicle.now() + migrationSeconds.min + migrationSeconds.more * random()
    agenda.add(at, { kind: 'migrate', token, maker })
  }

  async function carryOut(turn: Turn, pool: Pool): Promise<boolean> {
    if (!(await trading.trade(turn, pool))) return false
    const { maker, market } = turn
    const paidLamports = turn.side === 'buy' ? Number(turn.amountIn) : 0
    hold(maker, market.mint, { tokens: trading.held(maker, market.mint), paidLamports })
    return true
  }

  /** Reports if the maker found a trade there and the trade succeeded. */
  async function visit(maker: Maker, market: Market): Promise<boolean> {
    const seen = await observe(market)
    const turn = seen && floor.decide(maker, market, chronicle.now())
    return seen !== undefined && turn !== undefined && carryOut(turn, seen.pool)
  }

  async function someTrade(): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      const look = floor.look(chronicle.now())
      if (look === undefined || (await visit(look.maker, look.market))) return
    }
  }

  async function provide(): Promise<void> {
    const providers = providersIn(cast)
    const maker = providers[Math.floor(random() * providers.length)]
    const pools = floor.markets().filter(({ kind, protocol }) => kind === 'pool' && worldVenueOf(protocol)?.liquidity)
    const market = pools[Math.floor(random() * pools.length)]
    if (maker === undefined || market === undefined) return
    await changeLiquidity(providing, maker, market)
    hold(maker, market.mint, { tokens: trading.held(maker, market.mint) })
  }

  async function launch(curves: CurveVenue, one: CurveSeed, index: number): Promise<void> {
    const maker = launcherOf(launchers, index)
    if (maker === undefined) return
    const mint = await storyMint(seed, one.symbol)
    const record = await send(await one.launch({ seed, mint, launcher: maker.key }), 20_000n)
    if (record?.err !== null) return
    const token = await launchedToken(curves, one, { seed, stage: 'curve', createdAtSeconds: chronicle.now() })
    tokens.push(token)
    const market = await admit(token)
    const pool = market && (await openPool(bank, market))
    const amountIn = BigInt(Math.round((0.1 + 1.4 * random()) * 1e9))
    if (market === undefined) return
    if (pool !== undefined) await carryOut({ maker, market, side: 'buy', amountIn }, pool)
    for (const sniper of snipersIn(cast))
      if (random() < 0.8) agenda.add(chronicle.now() + 1 + 9 * random(), { kind: 'snipe', market, maker: sniper })
  }

  async function read(addresses: readonly Address[]): Promise<AccountSet> {
    return new Map(addresses.map(address => [address, bank.account(address)]))
  }

  async function migrate(token: WorldToken, { key: mover }: Maker): Promise<void> {
    const curves = worldVenueOf(token.protocol)?.curves
    for (const one of (await curves?.migrate(token, { seed, mover, read })) ?? []) await send(one, 5_000n)
  }

  function doing(deed: Deed): Promise<unknown> {
    if (deed.kind === 'trade') return someTrade()
    if (deed.kind === 'provide') return provide()
    if (deed.kind === 'open') return admit(deed.token)
    if (deed.kind === 'launch') return launch(deed.curves, deed.one, deed.index)
    if (deed.kind === 'migrate') return migrate(deed.token, deed.maker)
    return visit(deed.maker, deed.market)
  }

  let done = 0
  for (let next = agenda.next(untilSeconds); next !== undefined; next = agenda.next(untilSeconds)) {
    // Events that follow from others are not in the plan, so the share could exceed 1.
    onProgress(Math.min(1, done++ / planned.length))
    if (Math.floor(next.atSeconds) > chronicle.now()) await chronicle.goOnTo(next.atSeconds)
    await doing(next.deed)
  }
  await trading.unwrapAll()
  await chronicle.goOnTo(untilSeconds)
  await chronicle.settle()
  return Promise.all(tokens.map(token => asItStands(bank, token)))
}

async function asItStands(bank: Bank, token: WorldToken): Promise<WorldToken> {
  const stage = (await openPool(bank, token))?.curve?.stage
  return stage === undefined ? token : { ...token, stage: stage === 'trading' ? 'curve' : 'graduated' }
}

interface Planned {
  readonly atSeconds: number
  readonly deed: Deed
}

function plannedDeeds(
  { tokens, fromSeconds, untilSeconds, trades, liquidityChanges }: Past,
  random: () => number,
): Planned[] {
  const planned: Planned[] = tokens.map(token => {
    const atSeconds = Math.max(fromSeconds, token.createdAtSeconds)
    return { atSeconds, deed: { kind: 'open', token } }
  })
  for (const curves of curveVenues)
    for (const [index, one] of curves.seeds.entries()) {
      const atSeconds = untilSeconds - one.ageMinutes * 60
      if (atSeconds > fromSeconds) planned.push({ atSeconds, deed: { kind: 'launch', curves, one, index } })
    }
  const atRandom = (kind: 'trade' | 'provide', count: number) => {
    for (let n = 0; n < count; n++) {
      const passed = 1 - (1 - random()) ** thickening
      planned.push({ atSeconds: fromSeconds + (untilSeconds - fromSeconds) * passed, deed: { kind } })
    }
  }
  atRandom('trade', trades)
  atRandom('provide', liquidityChanges)
  return planned
}

/** Creates a queue of events in order of time. Events may be added while it runs. */
function createAgenda(planned: readonly Planned[]) {
  const later = planned.toSorted((a, b) => a.atSeconds - b.atSeconds)
  return {
    add(atSeconds: number, deed: Deed): void {
      const at = later.findIndex(other => other.atSeconds > atSeconds)
      later.splice(at === -1 ? later.length : at, 0, { atSeconds, deed })
    },
    /** Takes the next event that is due before `seconds`. */
    next: (seconds: number): Planned | undefined =>
      later[0] !== undefined && later[0].atSeconds < seconds ? later.shift() : undefined,
  }
}

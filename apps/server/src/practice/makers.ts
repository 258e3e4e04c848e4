import type { PracticeChain } from '@tern/practice-chain'
import {
  castOf,
  createFloor,
  launchersIn,
  type Maker,
  marketOf,
  seededRandom,
} from '@tern/practice-chain/internal/makers'
import { createBackground } from './background.ts'
import { collectFees, openLaunching } from './launching.ts'
import { createMakerActions } from './makerActions.ts'
import { createMakerMarkets, now } from './makerMarkets.ts'
import type { Pace } from './makerPace.ts'
import { openWallets, type Wallets } from './makerWallets.ts'

/** When the makers act. */
export interface Bustle {
  readonly pace: Pace
  /** Says if any client uses the server now. */
  isWatched(): boolean
}

/** Max lateness of a trade. Trades that are later are skipped. */
const maxBehindMs = 1_000
/** Interval at which a maker's token accounts are checked, in milliseconds. */
const tidyMs = 20_000
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
  const opened = await openFloor(practice, cast, wallets, starting).catch((error: unknown) => {
    wallets.close()
    throw error
  })
  const background = createBackground()
  const { signal, begin, after } = background
  const { random } = opened
  const makers = { seed: practice.seed, cast, wallets, pace, background, ...opened }
  const { see, forgetOldMarkets } = createMakerMarkets(makers)
  const { someTrade, launch, provide } = createMakerActions(makers, { see })

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
      if (maker !== undefined && launchersIn(cast).includes(maker))
        begin(() => collectFees(wallets.client, maker, signal))
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

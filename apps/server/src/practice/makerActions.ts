import { buy, planBuy, planSell, sell } from '@tern/client'
import {
  launchersIn,
  type Maker,
  type Market,
  marketOf,
  providersIn,
  snipersIn,
  type Turn,
} from '@tern/practice-chain/internal/makers'
import { type createMakerMarkets, type Makers, now, someOf } from './makerMarkets.ts'
import { changeLiquidity, isProvidable } from './providing.ts'

const slippageBps = 300
const priorityFeeLamports = 2_000n
/** Max attempts to find a trade in a turn. */
const maxLooks = 12
/** Error codes of a maker with too little SOL. The faucet helps. */
const poverty: readonly string[] = ['trade/notEnoughToBuy', 'trade/notEnoughToPayTradeFee']

/** Creates the actions of the makers: trades, launches and changes of liquidity. A failed action is not repeated. */
export function createMakerActions(
  { cast, wallets, launching, floor, random, background }: Makers,
  { see }: Pick<ReturnType<typeof createMakerMarkets>, 'see'>,
) {
  const { signal, begin } = background

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

  return { someTrade, launch, provide }
}

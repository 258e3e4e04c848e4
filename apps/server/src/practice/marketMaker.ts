import { buy, type Client, createClient, planBuy, planSell, sell } from '@tern/client'
import { keyPairOwner, mulDiv } from '@tern/core'
import type { PracticeChain, WorldToken } from '@tern/practice-chain'
import { type Venue, venues } from '@tern/venues'
import { readPoolState } from '../indexer/poolState.ts'
import { type Mood, nextTrade } from './nextTrade.ts'
import { seededRandom } from './random.ts'

/** Trades under way at once; when they are all taken, the next is left out. */
const mostAtOnce = 8
const slippageBps = 300
const priorityFeeLamports = 2_000n

/**
 * Trades in the practice world as a user would, through the same client, so that its charts move: about `tradesPerSecond`
 * trades, at random moments, in random tokens. A trade that fails is left at that.
 * @returns ends it.
 */
export async function startMarketMaker(practice: PracticeChain, tradesPerSecond: number): Promise<() => Promise<void>> {
  if (tradesPerSecond === 0 || practice.world.length === 0) return async () => {}
  const client = createClient({
    rpc: practice.rpcUrl,
    subscriptions: practice.wsUrl,
    owner: await keyPairOwner(practice.marketMaker),
  })
  const { absoluteSlot } = await client.chain.rpc.getEpochInfo().send()
  const random = seededRandom(`${practice.genesisHash} ${absoluteSlot}`)
  const moods = new Map(
    practice.world.map(({ mint }): [string, Mood] => [mint, { leaning: random() - 0.5, netLamports: 0n }]),
  )
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const step = () => {
    timer = setTimeout(step, (-Math.log(1 - random()) / tradesPerSecond) * 1000)
    const token = practice.world[Math.floor(random() * practice.world.length)]
    const mood = token && moods.get(token.mint)
    if (token === undefined || mood === undefined || underWay.size >= mostAtOnce) return
    const trade = tradeOnce(client, token, mood, random, stopping.signal)
      .catch(() => {})
      .finally(() => underWay.delete(trade))
    underWay.add(trade)
  }
  step()
  return async () => {
    clearTimeout(timer)
    stopping.abort()
    await Promise.all(underWay)
    client.chain.close()
  }
}

async function tradeOnce(client: Client, token: WorldToken, mood: Mood, random: () => number, signal: AbortSignal) {
  const { mint, protocol, pool } = token
  const venue: Venue = venues[protocol]
  const opened = await client.chain.readPool(venue, pool)
  const { price, nativeLamports } = await readPoolState(client.chain, venue, opened)
  const { side, lamports } = nextTrade(mood, nativeLamports, random)
  const amountIn = side === 'buy' ? lamports : mulDiv(lamports, price.denominator, price.numerator, 'floor')
  const request = { mint, pool: { protocol, address: pool }, amountIn, slippageBps, priorityFeeLamports }
  const planned = await (side === 'buy' ? planBuy : planSell)(client, request)
  signal.throwIfAborted()
  const { status } = await (side === 'buy' ? buy : sell)(client, planned, { signal })
  if (status === 'confirmed') mood.netLamports += side === 'buy' ? lamports : -lamports
}

import type { Pool } from '@tern/venues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, priorityFeeLamports, requestFor, sol, texts } from '../../../test/market.ts'
import { withPools } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { buy, planBuy } from './buy.ts'
import { measureTrade } from './measureTrade.ts'
import { readTradeBudget } from './readTradeBudget.ts'
import type { Trade } from './trade.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let client: Client
let stale: Trade
const slippage = 'The price moved beyond the slippage limit'
const request = () => ({ ...requestFor(market.worldToken(), sol), slippageBps: 10 })

beforeAll(async () => {
  market = await openMarket()
  client = market.clientFor(await market.newWallet(2n * sol))
  stale = planOf(await planBuy(client, request())).plan
  const whale = market.clientFor(await market.newWallet(90n * sol))
  await buy(whale, await planBuy(whale, requestFor(market.worldToken(), 80n * sol)))
})
afterAll(() => market?.close())

/** Returns a client with a changed chain. */
const withChain = (client: Client, chain: Partial<Client['chain']>): Client => ({
  ...client,
  chain: { ...client.chain, ...chain },
})

/** Returns a client whose quotes are twice the program's output. */
function boasting(client: Client): Client {
  const boast = (pool: Pool): Pool => ({
    ...pool,
    quote(...asked) {
      const quote = pool.quote(...asked)
      return { ...quote, amountOut: quote.amountOut * 2n }
    },
  })
  return withPools(client, boast)
}

describe('a trade that a program refuses in its simulation', () => {
  it('F23 is refused by its next plan with the program’s reason, and not sent', async () => {
    const page = boasting(market.clientFor(await market.newWallet(2n * sol)))
    const before = planOf(await planBuy(page, request())).plan
    const { measured } = await measureTrade(page, before)
    expect(measured.refusal).toMatchObject({ error: { code: 'program/slippageExceeded' }, minimum: before.minimum })
    const planned = await planBuy(page, { ...request(), measured })
    expect(texts(planned)).toEqual([slippage])
    // The units of a refused simulation do not count.
    expect(planned.plan?.unitLimit).toBe(before.unitLimit)
    await expect(buy(page, planned)).rejects.toThrow(slippage)
    await expect(readTradeBudget(page, before, { maxLamports: priorityFeeLamports })).rejects.toThrow(slippage)
    expect(await market.lamportsOf(before.owner)).toBe(2n * sol)
  })

  it('is not refused because a node lags or does not know the blockhash', async () => {
    const clock = await client.chain.readClock()
    const ahead = withChain(client, { readClock: async () => ({ ...clock, slot: clock.slot + 1_000n }) })
    await expect(measureTrade(ahead, stale)).rejects.toThrow(slippage)
    const lifetime = await client.chain.readBlockhash()
    const unknown = withChain(client, { readBlockhash: async () => ({ ...lifetime, blockhash: stale.owner }) })
    await expect(measureTrade(unknown, stale)).rejects.toThrow('its blockhash is unknown or too old')
  })

  it('is planned at the next price, which is read again, if it was refused for its price', async () => {
    const { measured } = await measureTrade(client, stale)
    expect(measured.refusal).toMatchObject({ error: { code: 'program/slippageExceeded' } })
    const planned = await planBuy(client, { ...request(), measured })
    expect(planOf(planned).plan.minimum).toBeLessThan(stale.minimum)
    expect((await buy(client, planned)).status).toBe('confirmed')
  })
})

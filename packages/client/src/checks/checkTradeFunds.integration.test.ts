import { rentExemption, tokenProgram } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, priorityFeeLamports, requestFor, sol, texts } from '../../test/market.ts'
import { follow } from '../actions/plan/follow.ts'
import { signMessage } from '../actions/plan/signMessage.ts'
import { buy, maxBuy, planBuy } from '../actions/trade/buy.ts'
import { planSell, sell } from '../actions/trade/sell.ts'

const market = await openMarket()
const { practice, clientFor, clientWithoutFee, newWallet, lamportsOf, pay, leave, worldToken } = market
afterAll(market.close)
const pools = practice.world.filter(({ stage }) => stage === 'pool')

describe('the limits of a wallet’s funds', () => {
  it('buys for Max, and refuses one lamport more, like the chain', async () => {
    for (const token of pools.slice(0, 3).concat(pools.filter(one => one.program !== tokenProgram))) {
      const owner = await newWallet(sol)
      const client = clientFor(owner)
      const max = await maxBuy(client, requestFor(token, 0n))
      const beyond = await planBuy(client, requestFor(token, max + 1n))
      expect(texts(beyond)).toEqual(['No enough SOL to buy tokens'])
      expect(beyond.reasons[0]?.error.facts).toMatchObject({ balance: sol, largest: max })
      const far = await planBuy(client, requestFor(token, 50n * sol))
      expect(far.reasons[0]?.error.facts).toMatchObject({ largest: max })
      await expect(buy(client, beyond)).rejects.toThrow('No enough SOL to buy tokens')

      if (beyond.plan === undefined) expect.fail('nothing planned')
      const { plan } = beyond
      const position = { id: undefined, kind: plan.kind, at: 0, of: 1 }
      const asked = { owner, plan, message: plan.messages[0], position, failureOf: undefined, about: undefined }
      const refused = await follow(client, await signMessage(client, asked))
      expect([refused.status, refused.error?.message]).toEqual(['failed', 'No enough SOL to buy tokens'])
      const paid = sol - (await lamportsOf(owner.address))
      expect(paid).toBe(5000n + priorityFeeLamports)

      const rich = await newWallet(sol)
      const again = clientFor(rich)
      const planned = await planBuy(again, requestFor(token, await maxBuy(again, requestFor(token, 0n))))
      expect(planOf(planned).preview.totalLamports).toBe(sol)
      expect(await buy(again, planned)).toMatchObject({ status: 'confirmed', amountIn: max })
      expect(await lamportsOf(rich.address)).toBeGreaterThanOrEqual(rentExemption(0))
    }
  })

  it('reserve nothing by Max for a fee that is not charged', async () => {
    const owner = await newWallet(sol)
    const request = requestFor(worldToken(), 0n)
    const [charged, free] = [await maxBuy(clientFor(owner), request), await maxBuy(clientWithoutFee(owner), request)]
    // A lamport may be left, because the fee is rounded down.
    expect([0n, 1n]).toContain(free - charged - charged / 100n)
    const planned = await planBuy(clientWithoutFee(owner), requestFor(worldToken(), free))
    expect(planOf(planned).preview.totalLamports).toBe(sol)
    expect(await buy(clientWithoutFee(owner), planned)).toMatchObject({ status: 'confirmed', amountIn: free })
  })

  it('is 0 for a wallet that can pay for nothing', async () => {
    const client = clientFor(await newWallet(3_000_000n))
    expect(await maxBuy(client, requestFor(worldToken(), 0n))).toBe(0n)
    expect(await maxBuy(clientFor(undefined), requestFor(worldToken(), 0n))).toBe(0n)
  })

  it.each([
    ['sells', worldToken(), sol],
    // The fees leave before the SOL arrives, and the rent of an empty account must stay.
    ['sells little on a curve', worldToken(({ protocol }) => protocol === 'pumpfun'), sol / 100n],
  ])('%s with exactly the required lamports, and refuses with one less', async (_, token, amountIn) => {
    const owner = await newWallet(3n * sol)
    const client = clientFor(owner)
    const { amountOut = 0n } = await buy(client, await planBuy(client, requestFor(token, amountIn)))
    const { preview } = planOf(await planSell(client, requestFor(token, amountOut)))

    await leave(owner, preview.totalLamports - 1n)
    const poor = clientFor(owner)
    const refused = await planSell(poor, requestFor(token, amountOut))
    expect(texts(refused)).toEqual(['No enough SOL to pay for trade fee'])
    await expect(sell(poor, refused)).rejects.toThrow('No enough SOL to pay for trade fee')
    await pay(await newWallet(sol), owner.address, 1n)

    const able = clientFor(owner)
    const planned = await planSell(able, requestFor(token, amountOut))
    const { quote } = planOf(planned)
    expect(await sell(able, planned)).toMatchObject({ status: 'confirmed', amountOut: quote.amountOut })
  })

  it('reads the wallet again before signing', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    planOf(planned)
    await leave(owner, sol)
    await expect(buy(client, planned)).rejects.toThrow('No enough SOL to buy tokens')
    expect(await lamportsOf(owner.address)).toBe(sol)
  })
})

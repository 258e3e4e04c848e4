import { minimumOut } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { noting } from '../../../test/noting.ts'
import { doubting } from '../../../test/withPools.ts'
import { buy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'

const { clientFor, newWallet, worldToken, close } = await openMarket()
afterAll(close)
const token = worldToken(({ symbol }) => symbol === 'HELM')

/** Another wallet buys, or sells all that it bought. */
async function move(side: 'up' | 'down') {
  const client = clientFor(await newWallet(100n * sol))
  const bought = await buy(client, await planBuy(client, { ...requestFor(token, 40n * sol), slippageBps: 5_000 }))
  expect(bought.status).toBe('confirmed')
  if (side === 'up') return
  const request = { ...requestFor(token, bought.amountOut ?? 0n), slippageBps: 5_000 }
  return async () => expect((await sell(client, await planSell(client, request))).status).toBe('confirmed')
}

describe('a trade of a kind that was never compared with the chain', () => {
  it('reports it, and takes its minimum from the simulation of its own message if that is higher', async () => {
    const fall = await move('down')
    const { owner, signed } = noting(await newWallet(10n * sol))
    const client = doubting(clientFor(owner))
    const planned = await planBuy(client, requestFor(token, sol))
    const { plan, preview } = planOf(planned)
    expect(preview.get.isVerified).toBe(false)
    expect(planOf(await planBuy(clientFor(owner), requestFor(token, sol))).preview.get.isVerified).toBe(true)

    await fall?.()
    const bought = await buy(client, planned)
    expect(bought.status).toBe('confirmed')
    expect(bought.amountOut).toBeGreaterThan(plan.quote.amountOut)
    expect(signed[0]?.terms?.receive[0]?.min).toBe(minimumOut(bought.amountOut ?? 0n, 100))

    const sale = await planSell(client, requestFor(token, bought.amountOut ?? 0n))
    const sold = await sell(client, sale)
    expect(sold.status).toBe('confirmed')
    expect(signed[1]?.terms?.receive[0]?.min).toBe(minimumOut(sold.amountOut ?? 0n, 100))
  })

  it('is a LaunchLab token with a transfer fee, and is still bought and sold', async () => {
    const charging = worldToken(({ symbol }) => symbol === 'BISKT')
    const { owner, signed } = noting(await newWallet(10n * sol))
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(charging, sol))
    expect(planOf(planned).preview.get.isVerified).toBe(false)
    const { status, amountOut = 0n } = await buy(client, planned)
    expect(status).toBe('confirmed')
    expect(signed[0]?.terms?.receive[0]?.min).toBe(minimumOut(amountOut, 100))
    const sold = await sell(client, await planSell(client, requestFor(charging, amountOut)))
    expect(sold.status).toBe('confirmed')
    expect(signed[1]?.terms?.receive[0]?.min).toBe(minimumOut(sold.amountOut ?? 0n, 100))
  })

  it('F23 is refused unsigned if the simulation brings less than the minimum, and may be tried again', async () => {
    const { owner, signed } = noting(await newWallet(10n * sol))
    const client = doubting(clientFor(owner))
    const planned = await planBuy(client, requestFor(token, sol))
    await move('up')
    await expect(buy(client, planned)).rejects.toMatchObject({ code: 'program/slippageExceeded' })
    await expect(buy(client, planned)).rejects.toMatchObject({ code: 'program/slippageExceeded' })
    expect(signed).toEqual([])
  })
})

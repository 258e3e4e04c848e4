import { poolStateLayout } from '@tern/venues/raydiumClmm/internal'
import { afterAll, expect, it } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { buy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'

const { clientFor, newWallet, pay, read, worldToken, close } = await openMarket()
afterAll(close)

const outOfUnits = { InstructionError: [expect.anything(), 'ComputationalBudgetExceeded'] }

it('F23 a trade through more than twenty ticks lands with its planned limit, and not with the default', async () => {
  const token = worldToken(({ symbol }) => symbol === 'LOOM')
  const tick = async () => poolStateLayout.view((await read(token.pool))?.data ?? expect.fail('no pool')).tick_current
  const [owner, friend] = [await newWallet(100n * sol), await newWallet(100n * sol)]
  await pay(friend, owner.address, 99n * sol)
  const client = clientFor(owner)

  const request = { ...requestFor(token, 185n * sol), slippageBps: 1_000 }
  const usual = await buy(client, await planBuy(client, { ...request, computeUnitLimit: 200_000 }))
  expect(usual).toMatchObject({ status: 'failed', error: { facts: { error: outOfUnits } } })

  const planned = await planBuy(client, request)
  const { plan, quote } = planOf(planned)
  expect(plan.unitLimit).toBeGreaterThan(quote.computeUnits)
  const before = await tick()
  const bought = await buy(client, planned)
  expect(bought).toMatchObject({ status: 'confirmed', amountOut: quote.amountOut })
  expect(Math.abs((await tick()) - before)).toBeGreaterThan(20 * 60)

  const back = await sell(client, await planSell(client, requestFor(token, quote.amountOut)))
  expect(back.status).toBe('confirmed')
  expect(Math.abs((await tick()) - before)).toBeLessThan(60)
})

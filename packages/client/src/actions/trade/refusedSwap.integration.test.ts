import { TernError } from '@tern/core'
import { afterAll, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import { withPools } from '../../../test/withPools.ts'
import { planBuy } from './buy.ts'

const { clientFor, newWallet, worldToken, close } = await openMarket()
afterAll(close)

/** Plans with a pool that quotes but rejects the swap. */
async function planRefused(why: Error) {
  const client = clientFor(await newWallet(sol))
  const refusing = withPools(client, pool => ({ ...pool, swap: () => Promise.reject(why) }))
  return planBuy(refusing, requestFor(worldToken(), 10_000_000n))
}

it('a plan reports why the venue builds no swap for its quote', async () => {
  const refusal = new TernError('token/hookSigner', { mint: 'm', program: 'p', address: 'a' })
  const { plan, quote, reasons } = await planRefused(refusal)
  expect([plan, quote?.filled]).toEqual([undefined, 'whole'])
  expect(reasons).toEqual([expect.objectContaining({ code: 'token/hookSigner', error: refusal })])
})

it('planning passes foreign errors on', async () => {
  await expect(planRefused(new RangeError('none of ours'))).rejects.toThrow('none of ours')
})

import { type AccountSet, type AccountSnapshot, token2022Program } from '@tern/core'
import { loadVenue } from '@tern/venues'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import type { Client } from '../../client.ts'
import { buy, planBuy } from './buy.ts'
import { planSell } from './sell.ts'

const market = await openMarket()
afterAll(market.close)
afterEach(() => vi.restoreAllMocks())

const token = market.worldToken(({ program, stage }) => program === token2022Program && stage === 'pool')
const request = requestFor(token, sol / 10n)

/** Returns a client that reads the mint with one more extension. */
function extended(client: Client, type: number, value: readonly number[]): Client {
  const withMore = (account: AccountSnapshot): AccountSnapshot => ({
    ...account,
    data: Uint8Array.from([...account.data, type, 0, value.length, 0, ...value]),
  })
  const readAccounts: Client['chain']['readAccounts'] = async (addresses, options) => {
    const read = await client.chain.readAccounts(addresses, options)
    const mint = read.get(token.mint)
    return mint ? (new Map([...read, [token.mint, withMore(mint)]]) satisfies AccountSet) : read
  }
  return { ...client, chain: { ...client.chain, readAccounts } }
}

const codes = async (planned: ReturnType<typeof planBuy>) => (await planned).reasons.map(({ code }) => code)
const authority = new Uint8Array(32).fill(9)

it.each([
  ['is paused', 26, [...authority, 1], 'token/transfersPaused'],
  ['cannot be moved', 9, [], 'token/nonTransferable'],
])('a token that %s is neither bought nor sold', async (_, type, value, code) => {
  const client = market.clientFor(await market.newWallet(2n * sol))
  expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
  const held = extended(client, type, value)
  expect(await codes(planBuy(held, request))).toEqual([code])
  expect(await codes(planSell(held, { ...request, amountIn: 1_000_000n }))).toEqual([code])
})

it('a pausable token that is not paused is traded', async () => {
  const client = extended(market.clientFor(await market.newWallet(2n * sol)), 26, [...authority, 0])
  planOf(await planBuy(client, request))
})

it('a token whose accounts begin frozen is bought only into an existing account', async () => {
  const client = market.clientFor(await market.newWallet(2n * sol))
  const held = extended(client, 6, [2])
  expect(await codes(planBuy(held, request))).toEqual(['token/accountFrozen'])
  expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
  planOf(await planBuy(held, request))
})

it('a mint is read with its pool, and not again', async () => {
  const client = market.clientFor(await market.newWallet(2n * sol))
  const asked = vi.spyOn(globalThis, 'fetch')
  const naming = () => asked.mock.calls.filter(([, init]) => String(init?.body).includes(token.mint)).length
  await client.chain.read(await loadVenue(token.protocol), token.pool, { mint: token.mint })
  const first = naming()
  expect(first).toBeGreaterThan(0)
  planOf(await planBuy(client, request))
  expect(naming()).toBe(first)
})

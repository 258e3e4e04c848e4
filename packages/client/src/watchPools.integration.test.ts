import { startProxy } from '@tern/practice-chain/proxy'
import type { Protocol } from '@tern/venues'
import { afterAll, expect, it, vi } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../test/market.ts'
import { buy, planBuy } from './actions/trade/buy.ts'
import { createClient, type PoolName } from './client.ts'
import { watchPools } from './watchPools.ts'

const market = await openMarket()
afterAll(market.close)
const tokensOf = (protocol: Protocol) => market.practice.world.filter(one => one.protocol === protocol)
const nameOf = ({ protocol, pool }: { readonly protocol: Protocol; readonly pool: PoolName['address'] }) => ({
  protocol,
  address: pool,
})

/** A client whose calls are noted. */
async function openNoted() {
  const methods: string[] = []
  const { rpcUrl, wsUrl } = market.practice
  const proxy = await startProxy({
    upstream: rpcUrl,
    subscriptions: wsUrl,
    onCall: ({ method }) => methods.push(method),
  })
  const client = createClient({ rpc: proxy.rpcUrl, subscriptions: proxy.wsUrl })
  const seen = new Map<string, bigint[]>()
  const onPool = ({ address, slot }: { readonly address: string; readonly slot: bigint }) =>
    seen.set(address, [...(seen.get(address) ?? []), slot])
  const close = async () => {
    client.chain.close()
    await proxy.close()
  }
  return { client, methods, seen, onPool, close }
}

it('polls pools of a protocol together, without a subscription, and reports the pool that changed', async () => {
  const { client, methods, seen, onPool, close } = await openNoted()
  const [traded = expect.fail(), quiet = expect.fail()] = tokensOf('raydium_cpmm')
  const stop = watchPools(client, [nameOf(traded), nameOf(quiet)], { onPool })
  await vi.waitFor(() => expect([...seen.keys()].sort()).toEqual([traded.pool, quiet.pool].sort()), 10_000)
  const trader = market.clientFor(await market.newWallet(2n * sol))
  planOf(await planBuy(trader, requestFor(traded, sol / 10n)))
  await buy(trader, await planBuy(trader, requestFor(traded, sol / 10n)))
  await vi.waitFor(() => expect(seen.get(traded.pool)?.length).toBeGreaterThan(1), 10_000)
  expect(seen.get(quiet.pool)).toHaveLength(1)
  expect(methods).not.toContain('accountSubscribe')
  stop()
  const asked = methods.length
  await new Promise(resolve => setTimeout(resolve, 3_000))
  expect(methods.length).toBe(asked)
  await close()
})

it('subscribes to the only pool of its protocol', async () => {
  const { client, methods, seen, onPool, close } = await openNoted()
  const pools = (['raydium_cpmm', 'raydium_clmm'] as const).map(one => nameOf(tokensOf(one)[0] ?? expect.fail(one)))
  const stop = watchPools(client, pools, { onPool })
  await vi.waitFor(() => expect(seen.size).toBe(2), 10_000)
  await vi.waitFor(() => expect(methods).toContain('accountSubscribe'), 10_000)
  stop()
  await close()
})

it('reports an invalid address, and a protocol that is not known', async () => {
  const { client, onPool, close } = await openNoted()
  const errors: unknown[] = []
  const [pool = expect.fail()] = tokensOf('raydium_cpmm').map(nameOf)
  const stop = watchPools(
    client,
    [
      { ...pool, address: 'none' as PoolName['address'] },
      { ...pool, protocol: 'none' as Protocol },
    ],
    { onPool, onError: (error, address) => errors.push([(error as { code?: string }).code, address]) },
  )
  await vi.waitFor(() => expect(errors).toHaveLength(2), 10_000)
  expect(errors.toSorted()).toEqual([
    ['address/invalid', 'none'],
    ['venue/unknownProtocol', pool.address],
  ])
  stop()
  await close()
})

import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryJournal } from '@tern/chain'
import { type Address, keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { loadVenue } from '@tern/venues'
import { program } from '@tern/venues/raydiumCpmm'
import { modelDataAccount, program as stableProgram } from '@tern/venues/raydiumStable'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressOf, openMarket } from '../../../test/market.ts'
import { openCpmmPool, recordTokens } from '../../../test/ownPools.ts'
import type { ClientOptions } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import { findRoutes } from './findRoutes.ts'
import { planSwap } from './planSwap.ts'

const maker = await deriveKey('a test of an exchange', 'maker')
const [red = expect.fail(), green = expect.fail(), blue = expect.fail()] = await Promise.all(
  ['red', 'green', 'blue'].map(async name => (await deriveKey('a test of an exchange', name)).address),
)
const snapshotsDir = await recordTokens([red, green, blue], maker.address)
const market = await openMarket({ snapshotsDir })
const owner = await keyPairOwner(maker.keyPair)
const makerClient = market.clientFor(owner)
const open = async (mintA: Address, mintB: Address) => {
  const side = (mint: Address) => ({ mint, program: tokenProgram, amount: 10n ** 12n })
  // The pool's address does not follow from its mints. Anyone can open such a pool.
  const at = await deriveKey('a test of an exchange', `${mintA} ${mintB}`)
  return openCpmmPool(makerClient, maker, { sides: [side(mintA), side(mintB)], at })
}
const pools = new Map([
  [red, await open(red, green)],
  [blue, await open(green, blue)],
])

/** The pools that the exchange lists for a token. */
let listed: (mint: Address) => readonly unknown[]
const honest = (mint: Address) => [...pools].flatMap(([of, id]) => (of === mint ? [{ id, programId: program }] : []))
const asked: URL[] = []
const api = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://api')
  asked.push(url)
  const data = { count: 0, data: listed(url.searchParams.get('mint1') as Address) }
  response.end(JSON.stringify({ id: 'x', success: true, data }))
})
/** The bodies of the requests to the node. */
const requests: string[] = []
/** A node that does not list largest holders, as many public ones. Holders would lead to the pools. */
const node = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  requests.push(body)
  const headers = { 'content-type': 'application/json' }
  const { id, method } = JSON.parse(body)
  if (method !== 'getTokenLargestAccounts')
    return response.end(await (await fetch(market.practice.rpcUrl, { method: 'POST', headers, body })).text())
  return response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }))
})
beforeAll(async () => {
  for (const server of [api, node]) await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const server of [api, node]) {
    server.closeAllConnections()
    server.close()
  }
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
/** Each client knows no pools yet. */
const clientOf = (options: Partial<ClientOptions> = {}) =>
  market.clientFor(owner, {
    ...{ rpc: urlOf(node), subscriptions: market.practice.wsUrl, journal: createMemoryJournal(), ...options },
  })
const clientWith = (exchangeApi = urlOf(api)) => clientOf({ exchangeApi })
const wanted = { tokenIn: red, tokenOut: blue, exactIn: 1_000_000n }
const codeOf = (find: Promise<unknown>) =>
  find.then(
    () => 'found',
    ({ code }) => code,
  )

describe('tokens without a pool against SOL', () => {
  it('are swapped through pools that the exchange lists', async () => {
    listed = honest
    // A new pool opens a second later.
    const [route] = await vi.waitFor(() => findRoutes(clientWith(), wanted), { timeout: 10_000, interval: 500 })
    expect(route.paths[0]?.hops.map(({ pool }) => pool.address)).toEqual([pools.get(red), pools.get(blue)])
    expect(asked.some(({ searchParams: of }) => of.get('mint1') === red && !of.has('mint2'))).toBe(true)

    const client = clientWith()
    const before = await market.tokensOf(owner.address, blue)
    const planned = await planSwap(client, { ...wanted, slippageBps: 100 })
    expect(planned.reasons).toEqual([])
    const { steps } = await execute(client, planned)
    expect(steps.map(({ status }) => status)).toEqual(['confirmed'])
    expect((await market.tokensOf(owner.address, blue)) - before).toBe(planned.quote?.amountOut)
  })

  it('are swapped through pools that the caller’s own list names, and the exchange is not asked', async () => {
    const before = asked.length
    const tokenPools = async (mint: Address) =>
      [...pools].flatMap(([of, address]) => (of === mint ? [{ protocol: 'raydium_cpmm' as const, address }] : []))
    const [route] = await findRoutes(clientOf({ tokenPools, exchangeApi: urlOf(api) }), wanted)
    expect(route.paths[0]?.hops.map(({ pool }) => pool.address)).toEqual([pools.get(red), pools.get(blue)])
    expect(asked).toHaveLength(before)
  })

  it('have no route if no exchange is named', async () => {
    listed = honest
    const before = asked.length
    expect(await codeOf(findRoutes(clientOf(), wanted))).toBe('route/noRoute')
    expect(asked).toHaveLength(before)
  })

  it.each([
    [
      'lists other accounts as pools',
      () => [red, green, wrappedNativeMint, addressOf(9)].map(id => ({ id, programId: program })),
    ],
    ['lists pools of another program', () => [...pools.values()].map(id => ({ id, programId: addressOf(9) }))],
    [
      'names another program’s protocol',
      () => [...pools.values()].map(id => ({ id, programId: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK' })),
    ],
    ['lists nonsense', () => [{ id: 'nonsense', programId: program }, null, 7]],
  ])('have no route if the exchange %s', async (_, given) => {
    listed = given
    expect(await codeOf(findRoutes(clientWith(), wanted))).toBe('route/noRoute')
  })

  it('have no route if the exchange does not answer', async () => {
    expect(await codeOf(findRoutes(clientWith('http://127.0.0.1:1'), wanted))).toBe('route/noRoute')
  })
})

describe('stable pools, which share a table of 1.2 MB', () => {
  it('are left out until the caller opens one', async () => {
    const { mint, pool } = market.worldToken(({ protocol }) => protocol === 'raydium_stable')
    const client = clientWith()
    const read = vi.spyOn(client.chain, 'readMany')
    const isPoolRead = () => read.mock.calls.flatMap(([named]) => named).some(({ address }) => address === pool)
    const isTableRead = () => requests.some(body => body.includes(modelDataAccount))
    const find = (tokenOut: Address) =>
      findRoutes(client, { tokenIn: wrappedNativeMint, tokenOut, exactIn: 1_000_000n })
    listed = () => [{ id: pool, programId: stableProgram }]
    expect(await codeOf(find(mint))).toBe('route/noRoute')
    expect([isPoolRead(), isTableRead()]).toEqual([false, false])

    await client.chain.readMany([{ readable: await loadVenue('raydium_stable'), address: pool }])
    expect(isTableRead()).toBe(true)
    expect((await find(mint))[0].paths[0]?.hops.map(hop => hop.pool.address)).toEqual([pool])
    read.mockClear()
    expect(await codeOf(find(red))).toBe('route/noRoute')
    expect(isPoolRead()).toBe(true)
  })
})

it('no search lists the accounts of a program', () => {
  expect(requests.some(body => body.includes('getMultipleAccounts'))).toBe(true)
  expect(requests.filter(body => body.includes('getProgramAccounts'))).toEqual([])
})

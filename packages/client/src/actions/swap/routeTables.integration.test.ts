import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryJournal } from '@tern/chain'
import { type Address, type Message, type Owner, wrappedNativeMint } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../custody/test/refusalOf.ts'
import { addressOf, openMarket, sol } from '../../../test/market.ts'
import type { ClientOptions, PoolName } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import { planSwap } from './planSwap.ts'
import type { SwapPlanRequest } from './swap.ts'

const market = await openMarket()
afterAll(() => market.close())

const all = market.practice.world.filter(({ stage }) => stage === 'pool' || stage === 'curve')
const each = [...new Map(all.map(token => [`${token.protocol} ${token.stage}`, token])).values()]
const nameOf = ({ protocol, pool }: WorldToken): PoolName => ({ protocol, address: pool })
const tableOf = async (token: WorldToken) =>
  (await market.practice.lookupTableOf({ ...nameOf(token), mint: token.mint })) ??
  expect.fail(`no table: ${token.symbol}`)
const tables = new Map<Address, Address>()
beforeAll(async () => {
  for (const token of each) tables.set(token.pool, await tableOf(token))
})

/** A wallet that holds every token. Records the messages that it signs. */
const signed: Message[] = []
let owner: Owner
beforeAll(async () => {
  const wallet = await market.newWallet(20n * sol)
  owner = {
    address: wallet.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return wallet.signTransactions(messages, cosigners)
    },
  }
  const client = market.clientWithoutFee(owner)
  for (const token of each) {
    const request = { tokenIn: wrappedNativeMint, tokenOut: token.mint, exactIn: sol / 5n, slippageBps: 300 }
    await done(await planSwap(client, { ...request, listed: each.map(nameOf) }), client)
  }
})

async function done(planned: Awaited<ReturnType<typeof planSwap>>, client: Parameters<typeof execute>[0]) {
  expect(planned.reasons.map(({ text }) => text)).toEqual([])
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
}

const clientWith = (options: Partial<ClientOptions> = {}) =>
  market.clientFor(owner, { journal: createMemoryJournal(), ...options })
const requestOf = (from: WorldToken, to: WorldToken, exactIn: bigint, listed = each.map(nameOf)): SwapPlanRequest => ({
  ...{ tokenIn: from.mint, tokenOut: to.mint, exactIn, slippageBps: 300, listed },
  route: [{ sharePercent: 100, pools: [nameOf(from), nameOf(to)] }],
})
const messagesOf = async (request: SwapPlanRequest, options: Partial<ClientOptions> = {}) => {
  const { plan, reasons } = await planSwap(clientWith(options), request)
  expect(reasons.map(({ text }) => text)).toEqual([])
  return plan?.messages ?? expect.fail('no plan')
}

const pairs = each.map((from, n) => {
  const to = each[(n + 1) % each.length] ?? expect.fail()
  return [`${from.protocol} (${from.stage}) to ${to.protocol} (${to.stage})`, from, to] as const
})
/** A pair that needs two messages without tables. */
const [, first, second] = pairs.find(([name]) => name.startsWith('raydium_stable')) ?? expect.fail()
const poolTables: NonNullable<ClientOptions['poolTables']> = async pools =>
  pools.flatMap(({ address }) => tables.get(address) ?? [])

describe('a swap through SOL with the pools’ lookup tables', () => {
  it.each(pairs)('fits into one message that the vault signs: %s', async (_, from, to) => {
    const client = clientWith({ poolTables })
    const held = await market.tokensOf(owner.address, from.mint)
    const before = await market.tokensOf(owner.address, to.mint)
    const planned = await planSwap(client, requestOf(from, to, held / 10n))
    expect(planned.plan?.messages).toHaveLength(1)
    signed.length = 0
    await done(planned, client)
    expect(await Promise.all(signed.map(message => refusalOf(message, [market.feeWallet])))).toEqual([undefined])
    expect((await market.tokensOf(owner.address, to.mint)) - before).toBe(planned.quote?.amountOut)
  })

  it('takes more messages without tables', async () => {
    const counts = await Promise.all(
      pairs.map(async ([, from, to]) => {
        const held = await market.tokensOf(owner.address, from.mint)
        return (await messagesOf(requestOf(from, to, held / 10n))).length
      }),
    )
    expect(counts.filter(count => count > 1).length).toBeGreaterThan(pairs.length / 2)
  })

  it('takes the tables that a listing names', async () => {
    const amount = (await market.tokensOf(owner.address, first.mint)) / 10n
    const named = [first, second].map(token => ({ ...nameOf(token), lookupTable: tables.get(token.pool) as Address }))
    expect(await messagesOf(requestOf(first, second, amount, named))).toHaveLength(1)
    const route = [{ sharePercent: 100, pools: named }]
    expect(await messagesOf({ ...requestOf(first, second, amount), route })).toHaveLength(1)
  })

  it('is planned without a table that is no table, is gone or holds other accounts', async () => {
    const amount = (await market.tokensOf(owner.address, first.mint)) / 10n
    const request = requestOf(first, second, amount)
    const without = (await messagesOf(request)).length
    expect(without).toBeGreaterThan(1)
    for (const table of [first.mint, first.pool, addressOf(77), market.practice.lookupTable as Address])
      expect(await messagesOf(request, { poolTables: async () => [table] })).toHaveLength(without)
  })

  it('does not hide a failure of the caller’s own source', async () => {
    const failing = async () => Promise.reject(new RangeError('down'))
    const request = requestOf(first, second, (await market.tokensOf(owner.address, first.mint)) / 10n)
    await expect(messagesOf(request, { poolTables: failing })).rejects.toThrow('down')
  })
})

describe('an exchange’s API', () => {
  /** The answer to a question for keys. */
  let answer: { readonly status: number; readonly body: unknown }
  const asked: URL[] = []
  const api = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://api'))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  beforeAll(() => new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise(resolve => api.close(resolve)))
  const withApi = () => ({ exchangeApi: `http://127.0.0.1:${(api.address() as AddressInfo).port}` })
  const keys = (data: unknown) => ({ status: 200, body: { id: 'x', success: true, data } })

  it('names the tables of pools', async () => {
    const request = requestOf(first, second, (await market.tokensOf(owner.address, first.mint)) / 10n)
    answer = keys([
      { id: first.pool, lookupTableAccount: tables.get(first.pool) },
      null,
      { id: second.pool, lookupTableAccount: tables.get(second.pool) },
    ])
    asked.length = 0
    expect(await messagesOf(request, withApi())).toHaveLength(1)
    const [{ pathname, searchParams }] = asked as [URL]
    expect(pathname).toBe('/pools/key/ids')
    expect(searchParams.get('ids')).toBe(`${first.pool},${second.pool}`)
  })

  it.each([
    ['names no table', keys([{ id: 'x' }, { id: 'y', lookupTableAccount: '' }])],
    ['names nonsense', keys([{ lookupTableAccount: 'nonsense' }, { lookupTableAccount: 7 }])],
    ['answers in another shape', keys({})],
    ['refuses', { status: 200, body: { id: 'x', success: false, msg: 'no' } }],
    ['fails', { status: 503, body: {} }],
  ])('that %s only makes the swap longer', async (_, given) => {
    answer = given
    const request = requestOf(first, second, (await market.tokensOf(owner.address, first.mint)) / 10n)
    expect(await messagesOf(request, withApi())).toHaveLength((await messagesOf(request)).length)
  })
})

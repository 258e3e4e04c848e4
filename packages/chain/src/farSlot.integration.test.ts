import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Venue } from '@tern/venues'
import { afterEach, expect, it } from 'vitest'
import { addressOf } from '../test/addresses.ts'
import { createChain } from './chain.ts'

const account = addressOf(1)
const farFuture = 1_000_000_000_000n

/** A node's answers: the account's lamports at a slot. */
interface Node {
  slot: bigint
  lamports: bigint
}

const servers: Server[] = []
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  for (const server of servers.splice(0)) server.close()
})

async function serve(node: Node): Promise<string> {
  const answers: Readonly<Record<string, () => unknown>> = {
    getSlot: () => Number(node.slot),
    getMultipleAccounts: () => ({
      context: { slot: Number(node.slot) },
      value: [
        {
          ...{ owner: addressOf(2), lamports: Number(node.lamports), executable: false },
          ...{ data: ['', 'base64'], rentEpoch: 0, space: 0 },
        },
      ],
    }),
    getEpochInfo: () => ({
      ...{ epoch: 1, absoluteSlot: Number(node.slot), blockHeight: 1, slotIndex: 1, slotsInEpoch: 432_000 },
    }),
  }
  const server = createServer(async (request, response) => {
    // A WebSocket upgrade is a GET. This node has no socket.
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() }))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function open(nodes: readonly Node[], now?: () => number) {
  const chain = createChain({ rpc: await Promise.all(nodes.map(serve)), ...(now && { now }) })
  closers.push(chain.close)
  const read = async () => (await chain.readAccounts([account], { maxAgeMs: 0 })).get(account)?.lamports
  return { chain, read }
}

/** A pool that consists of a single account. */
const venue = {
  protocol: 'raydium_cpmm',
  accountsToRead: async () => [account],
  open: (_: unknown, found: ReadonlyMap<string, { slot: bigint; lamports: bigint } | null>) => found.get(account),
} as unknown as Venue

it('a node that once names a far future slot blocks nothing', async () => {
  const [liar, ...honest] = [1_000n, 1_005n, 1_002n].map(slot => ({ slot, lamports: 7n })) as [Node, Node, Node]
  Object.assign(liar, { slot: farFuture, lamports: 1n })
  const { chain, read } = await open([liar, ...honest])
  const [seen, pools]: [unknown[], unknown[]] = [[], []]
  closers.push(chain.watchAccount(account, found => seen.push(found?.lamports)))
  closers.push(chain.watch(venue, account, { onValue: pool => pools.push((pool as unknown as Node).lamports) }))
  await expect.poll(() => [seen.at(-1), pools.at(-1)]).toEqual([1n, 1n])
  Object.assign(liar, { slot: 1_001n, lamports: 2n })
  await expect.poll(read, { timeout: 10_000 }).toBe(2n)
  await expect.poll(() => [seen.at(-1), pools.at(-1)], { timeout: 10_000 }).toEqual([2n, 2n])
  Object.assign(liar, { slot: 1_010n, lamports: 3n })
  await expect.poll(() => [seen.at(-1), pools.at(-1)], { timeout: 10_000 }).toEqual([3n, 3n])
})

it('a restarted chain is read from its early slots', async () => {
  const node = { slot: 5_000n, lamports: 1n }
  const { read } = await open([node])
  expect(await read()).toBe(1n)
  Object.assign(node, { slot: 3n, lamports: 2n })
  await expect.poll(read).toBe(2n)
})

it('a node that is far behind moves nothing back', async () => {
  const [lagging, ...others] = [1_000n, 1_000n, 1_000n].map(slot => ({ slot, lamports: 1n })) as [Node, Node, Node]
  const { chain, read } = await open([lagging, ...others])
  expect(await read()).toBe(1n)
  Object.assign(lagging, { slot: 500n, lamports: 2n })
  for (let i = 0; i < 10; i++) expect(await read()).toBe(1n)
  expect((await chain.readEpoch()).slot).toBe(500n)
})

it('a clock that was set to the far future comes back', async () => {
  let time = 0
  const node = { slot: farFuture, lamports: 1n }
  const { chain } = await open([node], () => time)
  expect((await chain.readEpoch()).slot).toBe(farFuture)
  node.slot = 9n
  await expect
    .poll(async () => {
      time += 31_000
      return (await chain.readEpoch()).slot
    })
    .toBe(9n)
})

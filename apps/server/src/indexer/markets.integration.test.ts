import { mkdtempSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buy, type Client, createClient, planBuy, planSell, sell } from '@tern/client'
import { formatDecimal, keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import type { Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CandleRow, TokenRow, TradeRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'

let chain: PracticeChain
let client: Client
let proxy: Server
const connections = new Set<Socket>()

/** A proxy between the server and its node. The test can cut it. */
beforeAll(async () => {
  chain = await startPracticeChain()
  client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(chain.marketMaker) })
  const { port } = new URL(chain.rpcUrl)
  proxy = createServer(socket => {
    const onward = connect(Number(port), '127.0.0.1')
    for (const side of [socket, onward]) {
      connections.add(side)
      side.on('error', () => {})
      side.on('close', () => {
        connections.delete(side)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  client.chain.close()
  for (const socket of connections) socket.destroy()
  proxy.close()
  await chain.close()
})

const cut = () => {
  for (const socket of connections) socket.destroy()
}
const trade = async ({ mint, protocol, pool }: WorldToken, amountIn: bigint): Promise<string> => {
  const request = { mint, pool: { protocol, address: pool }, amountIn, slippageBps: 500, priorityFeeLamports: 0n }
  const receipt = await buy(client, await planBuy(client, request))
  expect(receipt.status).toBe('confirmed')
  return receipt.signature
}

const sale = async ({ mint, protocol, pool }: WorldToken, amountIn: bigint): Promise<void> => {
  const request = { mint, pool: { protocol, address: pool }, amountIn, slippageBps: 500, priorityFeeLamports: 0n }
  expect(await sell(client, await planSell(client, request))).toMatchObject({ status: 'confirmed' })
}

const faults: unknown[] = []
async function start(dataDir: string, pools: readonly string[]): Promise<RunningServer> {
  const rpcUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RPC_URL: rpcUrl, POOLS: pools.join(',') })
  return startServer(config, { onFault: error => faults.push(error) })
}
const query = async ({ port }: RunningServer, name: string, input?: unknown) => {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await (await fetch(`http://127.0.0.1:${port}/api/trpc/${name}${search}`)).json()).result?.data
}
const tape = async (server: RunningServer, { mint }: WorldToken): Promise<string[]> =>
  (await query(server, 'markets.trades', { mint, limit: 200 })).map((row: TradeRow) => row.signature)

async function until(isSo: () => Promise<boolean>) {
  for (let i = 0; i < 150; i++) {
    if (await isSo().catch(() => false)) return
    await wait(200)
  }
  throw new Error('it did not happen within 30 s')
}

describe('a server of a cluster', () => {
  const [first, second] = [0, 1]
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-cluster-'))
  const token = (at: number): WorldToken => {
    const found = chain.world[at]
    if (found === undefined) throw new Error('no such token')
    return found
  }

  it('lists the pools of its settings, by their names on the chain, of both token programs', async () => {
    const world = chain.world
    const server = await start(
      mkdtempSync(join(tmpdir(), 'tern-list-')),
      world.map(({ pool }) => pool),
    )
    const list: TokenRow[] = await query(server, 'tokens.list')
    expect(
      list.map(({ mint, symbol, name, decimals, program }) => ({ mint, symbol, name, decimals, program })),
    ).toEqual(world.map(({ mint, symbol, name, decimals, program }) => ({ mint, symbol, name, decimals, program })))
    expect(await query(server, 'network')).toMatchObject({ kind: 'cluster', genesisHash: chain.genesisHash })
    const airdrop = await fetch(`http://127.0.0.1:${server.port}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":[]}',
    })
    expect((await airdrop.json()).error.code).toBe(-32601)
    await server.close()
  })

  it.each([
    ['is not on this chain', '11111111111111111111111111111112'],
    ['is no pool of a known venue', 'So11111111111111111111111111111111111111112'],
  ])('refuses a pool that %s', async (why, pool) => {
    await expect(start(mkdtempSync(join(tmpdir(), 'tern-bad-')), [pool])).rejects.toThrow(why)
  })

  it('charts a round trip at the pools’ prices after each trade, without fees and token taxes', async () => {
    const protocols = ['raydium_cpmm', 'raydium_clmm', 'meteora_damm_v2']
    const tokens = protocols.map(protocol => token(chain.world.findLastIndex(one => one.protocol === protocol)))
    const server = await start(
      mkdtempSync(join(tmpdir(), 'tern-round-')),
      tokens.map(({ pool }) => pool),
    )
    /** Compares the last trade, once there are this many, and the last candle, with the pool’s state. */
    const compare = async (one: WorldToken, count: number): Promise<bigint> => {
      const [pool, clock] = [
        await client.chain.read(venues[one.protocol] as Venue, one.pool, { maxAgeMs: 0 }),
        await client.chain.readClock(),
      ]
      const { currentPrice } = pool.quote({ tokenIn: one.mint, exactIn: 1_000_000n }, clock)
      const read = (): Promise<TradeRow[]> => query(server, 'markets.trades', { mint: one.mint, limit: 9 })
      await until(async () => (await read()).length === count)
      const [row] = await read()
      const reported = {
        numerator: BigInt(row?.price.numerator ?? 0),
        denominator: BigInt(row?.price.denominator ?? 0),
      }
      expect(reported, one.protocol).toEqual(currentPrice)
      const candles = await query(server, 'markets.candles', { mint: one.mint, limit: 9, intervalSeconds: 60 })
      expect(candles.at(-1)?.close).toBe(formatDecimal(currentPrice, { significant: 18 }, { rounding: 'floor' }))
      return BigInt(row?.tokens ?? 0)
    }
    const roundTrip = async (one: WorldToken) => {
      await trade(one, 300_000_000n)
      await sale(one, await compare(one, 1))
      await compare(one, 2)
    }
    await Promise.all(tokens.map(roundTrip))
    await server.close()
  })

  it('stores each trade once: from before its start, while it runs, while it is cut off, and while it is down', {
    timeout: 180_000,
  }, async () => {
    const pools = [token(first).pool, token(second).pool]
    const expected: string[] = []
    expected.push(await trade(token(first), 10_000_000n))
    const server = await start(dataDir, pools)
    await until(async () => (await tape(server, token(first))).length === 1)

    expected.push(await trade(token(first), 11_000_000n))
    await until(async () => (await tape(server, token(first))).length === 2)

    cut()
    expected.push(await trade(token(first), 12_000_000n))
    await until(async () => (await tape(server, token(first))).length === 3)
    await server.close()

    for (let i = 0; i < 3; i++) expected.push(await trade(token(first), 13_000_000n + BigInt(i)))
    await trade(token(second), 10_000_000n)
    const again = await start(dataDir, pools)
    await until(async () => (await tape(again, token(first))).length === 6)
    await until(async () => (await tape(again, token(second))).length === 1)
    expect(await tape(again, token(first))).toEqual(expected.toReversed())
    const candles: CandleRow[] = await query(again, 'markets.candles', { mint: token(first).mint, intervalSeconds: 60 })
    expect(candles.reduce((sum, { volumeLamports }) => sum + BigInt(volumeLamports), 0n)).toBe(72_000_003n)
    const rows: TokenRow[] = await query(again, 'tokens.list')
    expect(rows[0]).toMatchObject({ volume24hLamports: '72000003', buys5m: 6, sells5m: 0 })
    await again.close()
    expect(faults).toEqual([])
  })
})

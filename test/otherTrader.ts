import {
  buy,
  type Client,
  createClient,
  execute,
  type PoolName,
  planBuy,
  planCreatePool,
  planWithdraw,
  planWrap,
  readPoolConfigs,
  withdraw,
} from '@tern/client'
import { type Address, keyPairOwner, wrappedNativeMint } from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { expect, vi } from 'vitest'
import type { practiceRpc } from './practiceRpc.ts'

/** A listed token with its pool. */
interface Market {
  readonly mint: string
  readonly protocol: string
  readonly pool: string
}

/** The port of a server, and the calls to its chain. */
type Server = readonly [port: number, chain: ReturnType<typeof practiceRpc>]

const opened = new Set<string>()

/** Lets another user with 100 SOL act on the chain of a server. Each `name` is a user of its own. */
async function asOther<T>(
  [port, { rpc, lamportsOf }]: Server,
  name: string,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  const { address, keyPair } = await deriveKey('another trader', `${port} ${name}`)
  const client = createClient({ rpc: `http://127.0.0.1:${port}/rpc`, owner: await keyPairOwner(keyPair) })
  try {
    if (!opened.has(address)) {
      await rpc('requestAirdrop', address, 100_000_000_000)
      await vi.waitUntil(async () => (await lamportsOf(address)) > 0n, { timeout: 100_000 })
      opened.add(address)
    }
    return await act(client)
  } finally {
    client.chain.close()
  }
}

/** Buys for an amount of lamports. @returns the amounts that moved. */
async function buyFor(client: Client, { mint, protocol, pool }: Market, amountIn: bigint) {
  const name = { protocol, address: pool } as PoolName
  const planned = await planBuy(client, {
    ...{ mint: mint as Address, pool: name, amountIn, slippageBps: 1_000, priorityFeeLamports: 0n },
  })
  expect(planned.reasons).toEqual([])
  expect((await buy(client, planned)).status).toBe('confirmed')
  return planned.quote ?? expect.fail('no quote')
}

/** Another user buys a token for an amount of lamports. */
export const buyAsOther = (server: Server, market: Market, lamports: bigint): Promise<unknown> =>
  asOther(server, 'buyer', client => buyFor(client, market, lamports))

/** Another user creates a second pool of a token against SOL, with Raydium's CP-Swap, at about the price of the first pool. */
export const addPoolAsOther = (server: Server, market: Market, lamports: bigint): Promise<void> =>
  asOther(server, 'founder', async client => {
    const { amountIn, amountOut } = await buyFor(client, market, lamports)
    await createPool(client, [
      { mint: market.mint as Address, amount: amountOut },
      { mint: wrappedNativeMint, amount: amountIn },
    ])
  })

/**
 * Another user creates a pool of two tokens, with Raydium's CP-Swap. There, the first token buys twice as much of the second as by way
 * of SOL.
 */
export const addPairAsOther = (server: Server, pair: readonly [Market, Market], lamports: bigint): Promise<void> =>
  asOther(server, 'founder of a pair', async client => {
    const side = async (market: Market) => {
      const { amountOut } = await buyFor(client, market, lamports)
      return { mint: market.mint as Address, amount: amountOut }
    }
    const [first, second] = [await side(pair[0]), await side(pair[1])]
    await createPool(client, [{ ...first, amount: first.amount / 2n }, second])
  })

async function createPool(client: Client, tokens: Parameters<typeof planCreatePool>[1]['tokens']): Promise<void> {
  const config = (await readPoolConfigs(client))[0]?.address ?? expect.fail('no config')
  const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens })
  expect(planned.reasons).toEqual([])
  expect((await execute(client, planned)).steps.map(({ status }) => status)).toEqual(['confirmed'])
}

/** Another user sends wrapped SOL to a wallet. */
export const giveWrapped = (server: Server, recipient: string, amount: bigint): Promise<void> =>
  asOther(server, 'giver', async client => {
    const wrapped = await planWrap(client, { amount })
    expect((await execute(client, wrapped)).steps.map(({ status }) => status)).toEqual(['confirmed'])
    const sent = await planWithdraw(client, { recipient, mint: wrappedNativeMint, amount })
    expect(sent.reasons).toEqual([])
    expect((await withdraw(client, sent)).status).toBe('confirmed')
  })

import { createSolanaRpc, generateKeyPairSigner, type KeyPairSigner, lamports } from '@solana/kit'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import type { Quote, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectNode, type Node } from './node.ts'
import { learnPool } from './rehearsedPool.ts'
import { type Outcome, rehearseTrade } from './rehearseTrade.ts'

const sol = 1_000_000_000n
let chain: PracticeChain
let node: Node
let client: Client
let trader: KeyPairSigner
let token: WorldToken

beforeAll(async () => {
  chain = await startPracticeChain({ slotMs: 50 })
  token = chain.world.find(one => one.protocol === 'raydium_cpmm') ?? expect.fail('no pool')
  node = connectNode(chain.rpcUrl, { requestsPerSecond: 1_000 })
  trader = await generateKeyPairSigner()
  client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(trader.keyPair) })
  await createSolanaRpc(chain.rpcUrl)
    .requestAirdrop(trader.address, lamports(50n * sol))
    .send()
})
afterAll(async () => {
  client.chain.close()
  await chain.close()
})

async function tradeMeanwhile(): Promise<void> {
  const planned = await planBuy(client, {
    mint: token.mint,
    pool: { protocol: token.protocol, address: token.pool },
    amountIn: sol,
    slippageBps: 1_000,
    priorityFeeLamports: 0n,
  })
  expect((await buy(client, planned)).status).toBe('confirmed')
}

/** Rehearses a buy at `venue` through `node`. */
async function rehearseBuy(venue: Venue, node: Node, size = 10_000_000n): Promise<Outcome> {
  const pool = await learnPool(node, { venue, pool: token.pool, mint: token.mint, traders: new Set() })
  const maker = await keyPairOwner(chain.marketMaker)
  return rehearseTrade(node, { pool, side: 'buy', mode: 'exactIn', wallet: maker.address, lamports: size })
}

/** The venue with changed quotes. */
function quoting(change: (quote: Quote) => Quote): Venue {
  const venue = venues.raydium_cpmm
  return {
    ...venue,
    open(address, read) {
      const pool = venue.open(address, read)
      return { ...pool, quote: (request, clock) => change(pool.quote(request, clock)) }
    },
  }
}

/** A node on which other trades happen just before it simulates or reads, `times` times. */
function trading(before: readonly ('simulate' | 'read')[], times: number): Node {
  let left = times
  const meanwhile = async (what: 'simulate' | 'read') => {
    if (before.includes(what) && left-- > 0) await tradeMeanwhile()
  }
  return {
    ...node,
    async simulate(...asked) {
      await meanwhile('simulate')
      return node.simulate(...asked)
    },
    async read(addresses, minSlot) {
      if (minSlot !== undefined) await meanwhile('read')
      return node.read(addresses, minSlot)
    },
  }
}

describe('a rehearsed trade', () => {
  it('differs if the quote is a unit too high or too low', async () => {
    expect((await rehearseBuy(venues.raydium_cpmm, node)).verdict).toBe('equal')
    for (const one of [1n, -1n]) {
      const outcome = await rehearseBuy(
        quoting(quote => ({ ...quote, amountOut: quote.amountOut + one })),
        node,
      )
      expect(outcome.verdict).toBe('differs')
      expect(outcome.simulated?.amountOut).toBe((outcome.quoted?.amountOut ?? 0n) - one)
    }
  })

  it('differs if its message does not fit', async () => {
    const venue = venues.raydium_cpmm
    const verbose: Venue = {
      ...venue,
      open(address, read) {
        const pool = venue.open(address, read)
        const swap: typeof pool.swap = async (...asked) => Array(20).fill((await pool.swap(...asked))[0])
        return { ...pool, swap }
      },
    }
    const outcome = await rehearseBuy(verbose, node)
    expect(outcome).toMatchObject({ verdict: 'differs', why: 'item ins too big', quoted: { amountIn: 10_000_000n } })
  })

  it('differs if the program refuses the quoted trade, with the program’s reason', async () => {
    const outcome = await rehearseBuy(
      quoting(quote => ({ ...quote, amountOut: quote.amountOut * 2n })),
      node,
    )
    expect(outcome).toMatchObject({ verdict: 'differs', why: expect.stringMatching(/^program\/slippageExceeded \(/) })
  })

  it('agrees with the accounts read afterwards if the pool moved before the simulation', async () => {
    const busy = trading(['simulate'], 1)
    expect((await rehearseBuy(venues.raydium_cpmm, busy)).verdict).toBe('equal')
    const off = quoting(quote => ({ ...quote, amountOut: quote.amountOut + 1n }))
    expect((await rehearseBuy(off, trading(['simulate'], 1))).verdict).toBe('differs')
  })

  it('is repeated if the pool moved on both sides of the simulation', async () => {
    expect((await rehearseBuy(venues.raydium_cpmm, trading(['simulate', 'read'], 4))).verdict).toBe('equal')
    expect(await rehearseBuy(venues.raydium_cpmm, trading(['simulate', 'read'], 1_000))).toEqual({
      verdict: 'not checked',
      why: 'the pool moved each time, 6 times',
    })
  })

  it('is not checked if there is no quote', async () => {
    expect(await rehearseBuy(venues.raydium_cpmm, node, 0n)).toEqual({
      verdict: 'not checked',
      why: 'amount must greater than zero',
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chain } from '@tern/chain'
import { type AccountSet, type Address, encodeBase58, encodeBase64, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool } from '@tern/venues'
import { encodeSwapBaseInput, program } from '@tern/venues/raydiumCpmm'
import { swapEventLayout } from '@tern/venues/raydiumCpmm/internal'
import { numberedAddress, randomFrom, relabelled } from '../../../packages/venues/test/poolGraphs.ts'
import { cpmmClock, makeCpmmPool } from '../../../packages/venues/test/raydiumCpmmPools.ts'
import { openDatabase } from '../src/database/database.ts'
import { createQueue } from '../src/database/queue.ts'
import { decodeEvents } from '../src/indexer/decodeEvents.ts'
import { openPoolIndex } from '../src/indexer/pools/openPoolIndex.ts'
import type { Transaction } from '../src/indexer/transaction.ts'

const poolCount = 10_000
/** Trades of a round, in blocks of 400 ms at 1,500 trades a second. */
const [blocks, ofBlock, warmUp] = [50, 600, 10]
/** A chain's clock does not matter here, because no trade is too old. */
const nowSeconds = Math.floor(Date.now() / 1_000)

/** The time that the index took for some trades. */
interface BusyPoolIndex {
  readonly pools: number
  readonly trades: number
  /** Time of all threads, also the database's. The node's work is not included. */
  readonly cpuSeconds: number
  /** Milliseconds of each block of 600 trades. */
  readonly blocksMs: readonly number[]
}

/**
 * Gives the index of pools blocks of trades, as fast as it takes these: it decodes the events, stores the changes and sums them
 * up, while it reads changed pools.
 */
export async function busyPoolIndex(): Promise<BusyPoolIndex> {
  const directory = mkdtempSync(join(tmpdir(), 'tern-bench-pools-'))
  const database = await openDatabase(directory)
  const random = randomFrom(1)
  const made = makeCpmmPool({ reserves: [10n ** 15n, 10n ** 12n] })
  const pools = new Map<Address, Pool>(
    Array.from({ length: poolCount }, (_, n) => {
      const address = numberedAddress('pool', n)
      return [address, relabelled(made, address, [wrappedNativeMint, numberedAddress('token', n % 5_000)])]
    }),
  )
  const all = [...pools.values()]
  /** Finds the accounts that a swap's event leaves out. */
  const readAccounts = async (asked: readonly Address[]): Promise<AccountSet> =>
    new Map(asked.map(one => [one, made.accounts.get(pools.has(one) ? made.address : one) ?? null]))
  const chain = nodeOf(pools)
  const queue = createQueue()
  const index = await openPoolIndex({
    ...{ chain, database, queue, kind: 'practice', readMs: 300 },
    solPrice: () => undefined,
    listingOf: () => undefined,
    describe: async launched => launched.map(one => ({ ...one, ...facts })),
  })
  let slot = 0
  const block = () => {
    slot++
    return Array.from({ length: ofBlock }, () => tradeIn(all[Math.floor(random() * poolCount)] as Pool, slot, random))
  }
  const take = (transactions: readonly Transaction[]) =>
    queue.run(async () => {
      const events = await Promise.all(transactions.map(one => decodeEvents(one, readAccounts)))
      await index.take(events.flatMap(({ changes }) => changes))
    })
  try {
    for (let n = 0; n < poolCount; n += ofBlock)
      await take(all.slice(n, n + ofBlock).map(pool => tradeIn(pool, ++slot, random)))
    for (let n = 0; n < warmUp; n++) await take(block())
    const blocksMs: number[] = []
    const before = process.cpuUsage()
    for (let n = 0; n < blocks; n++) {
      const transactions = block()
      const began = performance.now()
      await take(transactions)
      blocksMs.push(performance.now() - began)
    }
    const used = process.cpuUsage(before)
    return { pools: poolCount, trades: blocks * ofBlock, cpuSeconds: (used.user + used.system) / 1e6, blocksMs }
  } finally {
    await index.stop()
    await queue.idle()
    await database.close()
    rmSync(directory, { recursive: true })
  }
}

const facts = {
  ...{
    symbol: 'KITE',
    name: 'Kite',
    decimals: 6,
    program: tokenProgram,
    picture: null,
    description: null,
    uri: null,
    supply: 10n ** 15n,
  },
  ...{ mintAuthority: null, freezeAuthority: null, transferFeeBps: null, scaling: {}, creator: null },
}

/** A node that knows these pools. */
function nodeOf(pools: ReadonlyMap<Address, Pool>): Chain {
  const known: Pick<Chain, 'readMany' | 'readClock'> = {
    readMany: (async (asked: readonly { address: Address }[]) =>
      asked.map(({ address }) => ({ value: pools.get(address) }))) as never,
    readClock: async () => cpmmClock,
  }
  return known as Chain
}

/** Makes a transaction that swaps SOL for a token, as the node reports it. */
function tradeIn({ address, tokens }: Pool, slot: number, random: () => number): Transaction {
  const event = swapEventLayout.encode({
    pool_id: address,
    ...{ input_vault_before: 10n ** 15n, output_vault_before: 10n ** 12n },
    ...{ input_amount: BigInt(Math.floor(1e9 * random())) + 1n, output_amount: 1_000_000n },
    ...{ input_transfer_fee: 0n, output_transfer_fee: 0n, base_input: true },
    ...{ input_mint: tokens[0].mint, output_mint: tokens[1].mint, trade_fee: 2_500_000n },
    ...{ creator_fee: 0n, creator_fee_on_input: true },
  })
  return {
    signature: encodeBase58(crypto.getRandomValues(new Uint8Array(64))),
    ...{ slot, timestampSeconds: nowSeconds, owner: address, isFinal: false },
    logs: [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(event)}`, `Program ${program} success`],
    instructions: [
      { program: tokenProgram, accounts: [address, address, address], data: transferData },
      swapOf(address, tokens[0].mint, tokens[1].mint),
      { program: tokenProgram, accounts: [address, address, address, address], data: transferData },
      { program: tokenProgram, accounts: [address, address, address, address], data: transferData },
    ],
  }
}

/** `TransferChecked` of any amount. */
const transferData = Uint8Array.from([12, 1, 0, 0, 0, 0, 0, 0, 0, 6])

/** The instruction of a swap, with the pool's address for the accounts that the index does not read. */
function swapOf(pool: Address, mintIn: Address, mintOut: Address) {
  const { accounts = [], data = new Uint8Array() } = encodeSwapBaseInput(
    {
      ...{ payer: pool, amm_config: pool, pool_state: pool, input_token_account: pool, output_token_account: pool },
      ...{
        input_vault: pool,
        output_vault: pool,
        input_token_program: tokenProgram,
        output_token_program: tokenProgram,
      },
      ...{ input_token_mint: mintIn, output_token_mint: mintOut, observation_state: pool },
    },
    1n,
    1n,
  )
  return { program, accounts: accounts.map(account => account.address), data: Uint8Array.from(data) }
}

import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, encodeBase64 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readEvents, readExecuted } from '../read.ts'
import { program } from './addresses.ts'
import { swapBaseInLogLayout, swapBaseOutLogLayout } from './events.ts'
import { encodeSwapBaseIn, encodeSwapBaseInV2, encodeSwapBaseOutV2 } from './index.ts'
import { withoutMarket } from './instructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [coin, pc] = [k(20), k(21)]
const accountsOf = (pool: number) => ({
  amm: k(pool),
  amm_coin_vault: k(pool + 1),
  amm_pc_vault: k(pool + 2),
  user_source: k(4),
  user_destination: k(5),
  user_source_owner: k(6),
})
const named = ({ accounts = [], data = new Uint8Array() }: Instruction) => ({
  program,
  accounts: accounts.map(({ address }) => address),
  data: Uint8Array.from(data),
})
const mints = new Map([10, 30].flatMap(pool => [[k(pool + 1), coin] as const, [k(pool + 2), pc] as const]))
const line = (event: Uint8Array) => `Program log: ray_log: ${encodeBase64(event)}`
const events = (logged: readonly Uint8Array[], swaps: readonly Instruction[], known: typeof mints = mints) =>
  readEvents(program, {
    logs: [`Program ${program} invoke [1]`, ...logged.map(line), `Program ${program} success`],
    instructions: swaps.map(named),
    mints: known,
  })

const state = { user_source: 9_000n, pool_coin: 1_000_000n, pool_pc: 500_000n }
const sold = swapBaseInLogLayout.encode({
  ...{ amount_in: 1_000n, minimum_out: 490n, direction: 2n, ...state, out_amount: 498n },
})
const bought = swapBaseOutLogLayout.encode({
  ...{ max_in: 600n, amount_out: 1_000n, direction: 1n, ...state, deduct_in: 502n },
})

describe('trades', () => {
  it('are read from the log, with the mints of the instruction and the price after', async () => {
    const swaps = [encodeSwapBaseInV2(accountsOf(10), 1_000n, 490n), encodeSwapBaseOutV2(accountsOf(10), 600n, 1_000n)]
    const trade = { kind: 'trade', protocol: 'raydiumammv4', pool: k(10), trader: k(6) }
    expect(await events([sold, bought], swaps)).toEqual([
      {
        ...{ ...trade, mintIn: coin, mintOut: pc, amountIn: 1_000n, amountOut: 498n },
        priceAfter: { numerator: 499_502n, denominator: 1_001_000n },
      },
      {
        ...{ ...trade, mintIn: pc, mintOut: coin, amountIn: 502n, amountOut: 1_000n },
        priceAfter: { numerator: 999_000n, denominator: 500_502n },
      },
    ])
  })

  it('are distinguished by their place if two pools sell the same amounts', async () => {
    const old = encodeSwapBaseIn(accountsOf(30), withoutMarket(k(30)), 1_000n, 490n)
    const swaps = [encodeSwapBaseInV2(accountsOf(10), 1_000n, 490n), old]
    const read = await events([sold, sold], swaps)
    expect(read.map(one => one.kind === 'trade' && one.pool)).toEqual([k(10), k(30)])
    const other = await events([sold, sold], swaps.toReversed())
    expect(other.map(one => one.kind === 'trade' && one.pool)).toEqual([k(30), k(10)])
  })

  it('are left out without their instruction or a mint, and if they are truncated or of another kind', async () => {
    const swap = encodeSwapBaseInV2(accountsOf(10), 1_000n, 490n)
    expect(await events([sold], [])).toEqual([])
    expect(await events([sold], [encodeSwapBaseInV2(accountsOf(10), 1_000n, 491n)])).toEqual([])
    expect(await events([sold], [encodeSwapBaseOutV2(accountsOf(10), 1_000n, 490n)])).toEqual([])
    expect(await events([sold], [swap], new Map([[k(11), coin]]))).toEqual([])
    expect(await events([sold.slice(0, -1)], [swap])).toEqual([])
    expect(await events([Uint8Array.of(1, ...sold.slice(1))], [swap])).toEqual([])
  })
})

describe('a new pool', () => {
  // As built by `createPoolV4InstructionV2` of @raydium-io/raydium-sdk-v2 0.2.73-alpha.
  const data = Uint8Array.from([1, 254, ...new Uint8Array(24).fill(7)])
  const accounts = Array.from({ length: 21 }, (_, i) => k(i + 1))
  const pool = { kind: 'pool', protocol: 'raydiumammv4', pool: k(5), timestampSeconds: undefined }

  it('is reported by its instruction, with and without an order book', async () => {
    const instructions = [
      { program, accounts, data },
      { program, accounts: accounts.filter((_, i) => i !== 6 && i !== 15), data },
    ]
    expect(await readEvents(program, { logs: [], instructions })).toEqual([
      { ...pool, mints: [k(9), k(10)], creator: k(18) },
      { ...pool, mints: [k(9), k(10)], creator: k(18) },
    ])
    expect(readExecuted({ program, accounts, data })).toMatchObject({ kind: 'create', wallet: k(18), pool: k(5) })
  })
})

import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { readEvents, readLifeCycle } from '../read.ts'
import {
  encodeSwapV2ExactIn,
  encodeSwapV2ExactOut,
  poolCreatedEventLayout,
  program,
  readInstruction,
  type SwapEvent,
  type SwapV2Accounts,
  swapEventLayout,
  swapV2Layout,
} from './index.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const accounts: SwapV2Accounts = {
  ...{ payer: k(1), amm_config: k(2), pool_state: k(3), input_token_account: k(4), output_token_account: k(5) },
  ...{
    input_vault: k(6),
    output_vault: k(7),
    observation_state: k(8),
    input_vault_mint: k(9),
    output_vault_mint: k(10),
  },
  tick_arrays: [k(11), k(12)],
}
const named = ({ accounts: metas = [], data = new Uint8Array() }: ReturnType<typeof encodeSwapV2ExactIn>) => ({
  program,
  accounts: metas.map(({ address }) => address),
  data: Uint8Array.from(data),
})
const read = (instruction: ReturnType<typeof encodeSwapV2ExactIn>) => {
  const { accounts: list, data } = named(instruction)
  return readInstruction(list, data)
}
const swap = {
  ...{ protocol: 'raydium_clmm', kind: 'swap' },
  accounts: { owner: k(1), pool: k(3), tokenAccountIn: k(4), tokenAccountOut: k(5), mintIn: k(9), mintOut: k(10) },
}

describe('instructions', () => {
  it('are read back', () => {
    expect(read(encodeSwapV2ExactIn(accounts, 5n, 3n))).toEqual({ ...swap, mode: 'exactIn', mostIn: 5n, leastOut: 3n })
    expect(read(encodeSwapV2ExactOut(accounts, 5n, 3n))).toEqual({
      ...swap,
      mode: 'exactOut',
      mostIn: 5n,
      leastOut: 3n,
    })
  })

  it('promise no output where a price limit of their own may end them early', () => {
    const { accounts: list } = named(encodeSwapV2ExactOut(accounts, 5n, 3n))
    const limited = { amount: 3n, other_amount_threshold: 5n, sqrt_price_limit_x64: 9n, is_base_input: false }
    expect(readInstruction(list, swapV2Layout.encode(limited))).toMatchObject({ mostIn: 5n, leastOut: 0n })
  })

  it('are not read from too few accounts, or longer or other data', () => {
    const { accounts: list, data } = named(encodeSwapV2ExactIn(accounts, 5n, 3n))
    expect(readInstruction(list.slice(0, 12), data)).toBeUndefined()
    expect(readInstruction(list, Uint8Array.from([...data, 0]))).toBeUndefined()
    expect(
      readInstruction(
        list,
        data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      ),
    ).toBeUndefined()
  })
})

describe('events', () => {
  const event: SwapEvent = {
    ...{ pool_state: k(3), sender: k(1), token_account_0: k(4), token_account_1: k(5) },
    ...{ amount_0: 97n, transfer_fee_0: 3n, amount_1: 40n, transfer_fee_1: 2n, zero_for_one: true },
    ...{ sqrt_price_x64: 1n, liquidity: 1n, tick: -5, trade_fee_0: 1n, trade_fee_1: 0n },
  }
  const logsOf = (bytes: Uint8Array) => [
    `Program ${program} invoke [1]`,
    `Program data: ${Buffer.from(bytes).toString('base64')}`,
    `Program ${program} success`,
  ]
  const trade = { kind: 'trade', protocol: 'raydium_clmm', pool: k(3), amountIn: 100n, amountOut: 40n, trader: k(1) }

  it('tell of trades, with the mints that the instruction names', async () => {
    const instructions = [named(encodeSwapV2ExactIn(accounts, 100n, 1n))]
    const executed = { logs: logsOf(swapEventLayout.encode(event)), instructions }
    expect(await readEvents(program, executed)).toEqual([{ ...trade, mintIn: k(9), mintOut: k(10) }])
  })

  it('tell of trades by the first instruction, which names vaults, where their mints are known', async () => {
    // `swap` (instructions/swap.rs): the first nine accounts of `swap_v2`, then tick arrays; the same data.
    const { accounts: list, data } = named(encodeSwapV2ExactIn(accounts, 100n, 1n))
    const older = Uint8Array.of(0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8, ...data.subarray(8))
    const instructions = [{ program, accounts: [...list.slice(0, 9), k(11)], data: older }]
    const executed = { logs: logsOf(swapEventLayout.encode(event)), instructions }
    const mints = new Map([
      [k(6), k(9)],
      [k(7), k(10)],
    ])
    expect(await readEvents(program, { ...executed, mints })).toEqual([{ ...trade, mintIn: k(9), mintOut: k(10) }])
    expect(await readEvents(program, executed)).toEqual([])
  })

  it('tell of each trade of a route, with the mints that it names', async () => {
    // `swap_router_base_in`: payer, what pays and its mint, three programs; of each pool its config, itself, what it pays into, its
    // vaults, the mint that comes out, its observations; tick arrays.
    const hop = (pool: Address, to: Address, mint: Address) => [k(2), pool, to, k(6), k(7), mint, k(8), k(11), k(12)]
    const list = [k(1), k(4), k(9), k(20), k(21), k(22), ...hop(k(31), k(32), k(33)), ...hop(k(3), k(5), k(10))]
    const data = Uint8Array.of(0x45, 0x7d, 0x73, 0xda, 0xf5, 0xba, 0xf2, 0xc4, ...new Uint8Array(16))
    const told = (of: Partial<SwapEvent>) =>
      readEvents(program, {
        logs: logsOf(swapEventLayout.encode({ ...event, ...of })),
        instructions: [{ program, accounts: list, data }],
      })
    const first = { pool_state: k(31), token_account_0: k(4), token_account_1: k(32) }
    expect(await told(first)).toEqual([{ ...trade, pool: k(31), mintIn: k(9), mintOut: k(33) }])
    expect(await told({ token_account_0: k(32) })).toEqual([{ ...trade, mintIn: k(33), mintOut: k(10) }])
    expect(await told({ token_account_0: k(99) })).toEqual([])
    expect(await told({ pool_state: k(99) })).toEqual([])
  })

  it('tell of new pools, with who made them', async () => {
    const created = poolCreatedEventLayout.encode({
      ...{ token_mint_0: k(9), token_mint_1: k(10), tick_spacing: 60, pool_state: k(3), sqrt_price_x64: 1n, tick: 0 },
      ...{ token_vault_0: k(6), token_vault_1: k(7) },
    })
    const list = [k(1), k(2), k(3), k(9), k(10), k(6), k(7), k(8), k(13), k(20), k(20), k(21), k(22)]
    const instructions = ['e992d18ecf6840bc', '2b44d4a7592fa401'].map(discriminator => ({
      ...{ program, accounts: list },
      data: Uint8Array.from(Buffer.from(`${discriminator}00`, 'hex')),
    }))
    for (const instruction of instructions) {
      expect(await readEvents(program, { logs: logsOf(created), instructions: [instruction] })).toEqual([
        {
          ...{ kind: 'pool', protocol: 'raydium_clmm', pool: k(3), mints: [k(9), k(10)], creator: k(1) },
          timestampSeconds: undefined,
        },
      ])
      expect(readLifeCycle(program, list, instruction.data)).toEqual({
        ...{ protocol: 'raydium_clmm', kind: 'openPool', accounts: { owner: k(1), pool: k(3), mints: [k(9), k(10)] } },
      })
    }
    expect(await readEvents(program, { logs: logsOf(created) })).toEqual([])
  })

  it('are read as they were before the fees were added to them', async () => {
    const instructions = [named(encodeSwapV2ExactIn(accounts, 100n, 1n))]
    const older = swapEventLayout.encode(event).slice(0, -16)
    expect(await readEvents(program, { logs: logsOf(older), instructions })).toMatchObject([trade])
  })

  it('are no trades without an instruction that could be theirs', async () => {
    const logs = logsOf(swapEventLayout.encode(event))
    expect(await readEvents(program, { logs })).toEqual([])
    const elsewhere = named(encodeSwapV2ExactIn({ ...accounts, pool_state: k(99) }, 100n, 1n))
    const backwards = { ...accounts, input_token_account: k(5), output_token_account: k(4) }
    const instructions = [elsewhere, named(encodeSwapV2ExactIn(backwards, 100n, 1n))]
    expect(await readEvents(program, { logs, instructions })).toEqual([])
  })
})

describe('program errors', () => {
  it('are read by number', () => {
    expect(readProgramError(program, 6018)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 6023)).toBe('program/priceMovedTooFar')
    expect(readProgramError(program, 6025)).toBeUndefined()
  })
})

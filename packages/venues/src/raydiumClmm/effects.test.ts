import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { readEffects } from '../effects/index.ts'
import { readProgramError } from '../programErrors.ts'
import { readEvents, readExecuted } from '../read.ts'
import { poolCreatedEventLayout, swapEventLayout } from './events.ts'
import { encodeSwapV2ExactIn, encodeSwapV2ExactOut, program, type SwapEvent, type SwapV2Accounts } from './index.ts'
import { swapV2Layout } from './instructions.ts'

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
  return readTrade(program, list, data)
}
const swap = {
  ...{ protocol: 'raydium_clmm', kind: 'swap' },
  accounts: { owner: k(1), pool: k(3), tokenAccountIn: k(4), tokenAccountOut: k(5), mintIn: k(9), mintOut: k(10) },
}

describe('instructions', () => {
  it('are read back', () => {
    expect(read(encodeSwapV2ExactIn(accounts, 5n, 3n))).toEqual({ ...swap, mode: 'exactIn', maxIn: 5n, minOut: 3n })
    expect(read(encodeSwapV2ExactOut(accounts, 5n, 3n))).toEqual({
      ...swap,
      mode: 'exactOut',
      maxIn: 5n,
      minOut: 3n,
    })
  })

  it('promise no output if their own price limit may end the swap early', () => {
    const { accounts: list } = named(encodeSwapV2ExactOut(accounts, 5n, 3n))
    const limited = { amount: 3n, other_amount_threshold: 5n, sqrt_price_limit_x64: 9n, is_base_input: false }
    expect(readTrade(program, list, swapV2Layout.encode(limited))).toMatchObject({ maxIn: 5n, minOut: 0n })
  })

  it('are not read from too few accounts, or longer or other data', () => {
    const { accounts: list, data } = named(encodeSwapV2ExactIn(accounts, 5n, 3n))
    expect(readTrade(program, list.slice(0, 12), data)).toBeUndefined()
    expect(readTrade(program, list, Uint8Array.from([...data, 0]))).toBeUndefined()
    expect(
      readTrade(
        program,
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
  const trade = {
    ...{ kind: 'trade', protocol: 'raydium_clmm', pool: k(3), amountIn: 100n, amountOut: 40n, trader: k(1) },
    priceAfter: { numerator: 1n, denominator: 2n ** 128n },
  }

  it('tell of trades, with the mints that the instruction names', async () => {
    const instructions = [named(encodeSwapV2ExactIn(accounts, 100n, 1n))]
    const executed = { logs: logsOf(swapEventLayout.encode(event)), instructions }
    expect(await readEvents(program, executed)).toEqual([{ ...trade, mintIn: k(9), mintOut: k(10) }])
  })

  it('report trades by the first instruction if the mints of its vaults are known', async () => {
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
    // `swap_router_base_in`: the payer, the paying account and its mint, three programs. For each pool: its config, the pool, the account
    // of the output, its vaults, the mint of the output, its observations, its tick arrays.
    const hop = (pool: Address, to: Address, mint: Address) => [k(2), pool, to, k(6), k(7), mint, k(8), k(11), k(12)]
    const list = [k(1), k(4), k(9), k(20), k(21), k(22), ...hop(k(31), k(32), k(33)), ...hop(k(3), k(5), k(10))]
    const data = Uint8Array.of(0x45, 0x7d, 0x73, 0xda, 0xf5, 0xba, 0xf2, 0xc4, ...new Uint8Array(16))
    const eventsWith = (of: Partial<SwapEvent>) =>
      readEvents(program, {
        logs: logsOf(swapEventLayout.encode({ ...event, ...of })),
        instructions: [{ program, accounts: list, data }],
      })
    const first = { pool_state: k(31), token_account_0: k(4), token_account_1: k(32) }
    expect(await eventsWith(first)).toEqual([{ ...trade, pool: k(31), mintIn: k(9), mintOut: k(33) }])
    expect(await eventsWith({ token_account_0: k(32) })).toEqual([{ ...trade, mintIn: k(33), mintOut: k(10) }])
    expect(await eventsWith({ token_account_0: k(99) })).toEqual([])
    expect(await eventsWith({ pool_state: k(99) })).toEqual([])
  })

  it('report new pools with their creator', async () => {
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
      expect(readExecuted(instruction)).toMatchObject({
        ...{ protocol: 'raydium_clmm', kind: 'create', wallet: k(1), pool: k(3), mints: [k(9), k(10)] },
      })
    }
    expect(await readEvents(program, { logs: logsOf(created) })).toEqual([])
  })

  it('report permissioned pools with their owner, not with the payer', async () => {
    const created = poolCreatedEventLayout.encode({
      ...{ token_mint_0: k(6), token_mint_1: k(7), tick_spacing: 60, pool_state: k(5), sqrt_price_x64: 1n, tick: 0 },
      ...{ token_vault_0: k(8), token_vault_1: k(9) },
    })
    // As built by `createPermissionedPoolInstruction` of @raydium-io/raydium-sdk-v2 0.2.73-alpha, from 13 addresses in this order.
    const accounts = [...Array.from({ length: 13 }, (_, i) => k(i + 1)), k(20), k(21)]
    const data = Uint8Array.from(Buffer.from('24f3b3232aef35e50700000000000000000000000000000000000500', 'hex'))
    const instructions = [{ program, accounts, data }]
    const creation = { kind: 'pool', protocol: 'raydium_clmm', pool: k(5), mints: [k(6), k(7)], creator: k(2) }
    expect(await readEvents(program, { logs: logsOf(created), instructions })).toEqual([
      { ...creation, timestampSeconds: undefined },
    ])
    expect(readExecuted({ program, accounts, data })).toMatchObject({ wallet: k(1), creator: k(2), pool: k(5) })
    expect(readExecuted({ program, accounts: accounts.slice(1), data })).toBeUndefined()
  })

  it('are read in their older form without fees', async () => {
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

describe('an instruction that signers refuse', () => {
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

  it('is the first swap, recorded on mainnet, and read if the mints of its vaults are known', () => {
    // `Swap` of transaction 2zfGgM8LZjAezqXkNrdxYpUr1SpZBFuneRGhS4467RgwqhGZqQprGnfdjCCuozyDRGxu3ZjU6qMrduebQU6h3VDo, as sevenlabs-hq/carbon
    // keeps it (decoders/raydium-clmm-decoder/tests/fixtures/swap_ix.json).
    const recorded = [
      'G55uUb8EpRrFzudVaYe2QGpRHj6WT6erm4H3UttnJ1oC',
      'E64NGkDLLCdQ2yFNPcavaKptrEgmiQaNykUuLC1Qgwyp',
      '6GiB4gYn9ZMKK5r654rZAnpYR747EjKX3KwKBxPMy98b',
      'E7p2yWDZZDErC4hNsYKazgLfjqBwcnYohNno4fSpGWhv',
      '8VrjZTc99eXswEkv9eTk7soVjajTejsgmBHzzenNbjEm',
      'B7T7idkMzAbxtMYTcTNLVAcFwozZqGWnqfwwA5h7ZiJn',
      'FWDmGjcFhKKgW8mR3VFoxnHqFTX8D9oewQX73CkgPMJd',
      'ZFYeyGsqNK3qGjjqCPJqtLxzriwWWBAYztrrn3CYPvg',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      '2JSG8ATm5DWcdwtvokvgFyHGrGrTM4iKtkceMaYRJRLg',
      'H1UQZrJXsDQ7qcfZGsvGhe1v9R3pi1nNwpNaRF363W4V',
    ] as Address[]
    const data = hex('f8c69e91e17587c8e06f1c000000000000000000000000000000000000000000000000000000000001')
    const mintOf = (vault: Address) => new Map([recorded[5], recorded[6]].map((one, i) => [one, k(i + 1)])).get(vault)
    const route = (accounts = recorded, bytes = data, of: typeof mintOf = mintOf) =>
      readExecuted({ program, accounts, data: bytes }, of)
    expect(route()).toMatchObject({
      ...{ protocol: 'raydium_clmm', kind: 'route', mode: 'exactIn', wallet: recorded[0], pools: [recorded[2]] },
      takes: [{ account: recorded[3], mint: k(1), max: 1_863_648n }],
      brings: [{ account: recorded[4], mint: k(2), min: 0n }],
    })
    expect(route(recorded, data, () => undefined)).toBeUndefined()
    expect(route(recorded.slice(0, 9))).toBeUndefined()
    expect(readEffects({ program, accounts: recorded, data })).toBeUndefined()
    const exactOut = hex('f8c69e91e17587c8050000000000000007000000000000000000000000000000000000000000000000')
    expect(route(recorded, exactOut)).toMatchObject({ mode: 'exactOut', takes: [{ max: 7n }], brings: [{ min: 5n }] })
  })

  it('is a route through several pools, by the vaults that they pay out of', () => {
    // The data of transaction 3NCRkatNcvgTWyYtEkRrfn58G9RxNQzLnyD5mBVZbm7HZ1pVZxBdac8QahPYcYs6JkAqokcnCcZLbXgu3AJ5xYcD; accounts in
    // the order of `swap_router_base_in` (instructions/swap_router_base_in.rs).
    const data = hex('457d73daf5baf2c400c2eb0b000000000000000000000000')
    const hop = (n: number) => [k(40), k(n), k(n + 1), k(n + 2), k(n + 3), k(n + 4), k(n + 5)]
    const list = [k(1), k(4), k(9), k(20), k(21), k(22), ...hop(50), k(11), k(12), ...hop(60), k(13)]
    const mintOf = (vault: Address) =>
      new Map([
        [k(53), k(54)],
        [k(63), k(64)],
        [k(62), k(54)],
      ]).get(vault)
    expect(readExecuted({ program, accounts: list, data }, mintOf)).toMatchObject({
      ...{ protocol: 'raydium_clmm', kind: 'route', mode: 'exactIn', wallet: k(1), pools: [k(50), k(60)] },
      takes: [{ account: k(4), mint: k(9), max: 200_000_000n }],
      brings: [{ account: k(61), mint: k(64), min: 0n }],
    })
    expect(readExecuted({ program, accounts: list, data })).toBeUndefined()
    expect(readEffects({ program, accounts: list, data })).toBeUndefined()
    expect(readExecuted({ program, accounts: list, data: data.subarray(1) }, mintOf)).toBeUndefined()
  })
})

describe('program errors', () => {
  it('are read by number', () => {
    expect(readProgramError(program, 6018)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 6023)).toBe('program/priceMovedTooFar')
    expect(readProgramError(program, 6025)).toBeUndefined()
  })
})

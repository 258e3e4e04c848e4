import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readLanded } from '../effects/readLanded.ts'
import {
  curveCompleteEventLayout,
  hookedCompleteEventLayout,
  hookedSwapEventLayout,
  initializeHookedEventLayout,
  initializePoolEventLayout,
  readEvent,
  readInstructionEvent,
  swap2EventLayout,
  swapEventLayout,
} from './events.ts'
import { migratedPool } from './graduation.ts'
import { hookedSwapLayout } from './hookedInstructions.ts'
import { believeConfigs, poolAddress, program } from './index.ts'
import { encodeInitializePool, initializeHookedLayout } from './launchInstructions.ts'
import { encodeMigrateDammV2 } from './migrateInstructions.ts'
import { encodeSwap } from './swapInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const named = ({ accounts = [], data = new Uint8Array() }: Instruction) => ({
  program,
  accounts: accounts.map(({ address }) => address),
  data: Uint8Array.from(data),
})
/** An event as the program writes it: a call to itself. The data begin with the mark of events. */
const reported = (event: Uint8Array) => ({ program, accounts: [], data: Uint8Array.of(...new Uint8Array(8), ...event) })
const [pool, trader] = [k(1), k(8)]
const accounts = {
  ...{ config: k(9), input_token_account: k(2), output_token_account: k(3), base_vault: k(4), quote_vault: k(5) },
  ...{ base_mint: k(6), quote_mint: k(7), payer: trader, token_base_program: tokenProgram },
  ...{ token_quote_program: tokenProgram, showsInstructions: false },
}
const swapIn = (of: Address) => named(encodeSwap({ ...accounts, pool: of }, 100n, 1n))

const swapEvent = (trade_direction: number) =>
  swapEventLayout.encode({
    ...{ pool, config: k(9), trade_direction, has_referral: false, amount_in_asked: 100n, minimum_amount_out: 1n },
    ...{ actual_input_amount: 88n, output_amount: 80n, next_sqrt_price: 1n << 63n, trading_fee: 1n },
    ...{ protocol_fee: 1n, referral_fee: 0n, amount_in: 90n, current_timestamp: 9n },
  })
const swap2Event = (config: Address) =>
  swap2EventLayout.encode({
    ...{ pool, config, trade_direction: 1, has_referral: false, amount_0: 100n, amount_1: 1n, swap_mode: 1 },
    ...{ included_fee_input_amount: 90n, excluded_fee_input_amount: 88n, amount_left: 10n, output_amount: 80n },
    ...{ next_sqrt_price: 1n << 63n, trading_fee: 1n, protocol_fee: 1n, referral_fee: 0n },
    ...{ quote_reserve_amount: 5n, migration_threshold: 6n, current_timestamp: 9n },
  })

describe('readEvent', () => {
  // The square root in the events is 1/2.
  const [sold, bought] = [1n << 126n, 1n << 128n].map((numerator, i) => ({
    priceAfter: { numerator, denominator: i === 0 ? 1n << 128n : 1n << 126n },
  }))
  const trade = {
    ...{ kind: 'trade', protocol: 'meteora_dbc', pool, amountIn: 90n, amountOut: 80n, trader },
  }

  it('reports the input of a trade with its fee, and the output', () => {
    const instructions = [swapIn(k(10)), swapIn(pool)]
    expect(readEvent(swap2Event(k(9)), instructions)).toEqual({ ...trade, ...bought, mintIn: k(7), mintOut: k(6) })
    expect(readEvent(swap2Event([...believeConfigs][0] as Address), instructions)?.protocol).toBe('believe')
  })

  it('reports a trade once, and from the older event only if the newer event is missing', () => {
    expect(readEvent(swapEvent(0), [swapIn(pool)])).toEqual({ ...trade, ...sold, mintIn: k(6), mintOut: k(7) })
    expect(readEvent(swapEvent(1), [swapIn(pool)])).toEqual({ ...trade, ...bought, mintIn: k(7), mintOut: k(6) })
    expect(readEvent(swapEvent(0), [swapIn(pool), reported(swap2Event(k(9)))])).toBeUndefined()
  })

  it('reports the name of a launched token', async () => {
    for (const [pool_type, baseProgram] of [tokenProgram, token2022Program].entries()) {
      const launch = {
        ...{ config: k(9), creator: k(11), payer: k(12), baseMint: k(6), quoteMint: k(7), quoteProgram: tokenProgram },
        ...{ baseProgram, name: 'Arctic Tern', symbol: 'TERN', uri: 'https://tern.example/t.json' },
      }
      const made = await poolAddress(k(9), k(6), k(7))
      const event = initializePoolEventLayout.encode({
        ...{ pool: made, config: k(9), creator: k(11), base_mint: k(6), pool_type, activation_point: 1_790_000_000n },
      })
      expect(readEvent(event, [named(await encodeInitializePool(launch))])).toEqual({
        ...{ kind: 'launch', protocol: 'meteora_dbc', pool: made, mint: k(6), creator: k(11) },
        ...{ name: launch.name, symbol: launch.symbol, uri: launch.uri },
        ...{ tokenProgram: baseProgram, timestampSeconds: undefined },
      })
      expect(readEvent(event, [swapIn(made)])).toBeUndefined()
    }
  })

  it('reports the token of a complete curve', () => {
    const event = curveCompleteEventLayout.encode({ pool, config: k(9), base_reserve: 1n, quote_reserve: 2n })
    const completion = { kind: 'completion', protocol: 'meteora_dbc', pool, mint: k(6) }
    expect(readEvent(event, [swapIn(pool)])).toEqual(completion)
    expect(readEvent(event, [])).toBeUndefined()
  })

  it('reports events of tokens with a transfer hook alike', async () => {
    const plain = swapIn(pool)
    const data = hookedSwapLayout.encode({ amount_0: 100n, amount_1: 1n, swap_mode: 1, slices: [] })
    const swap = { ...plain, data }
    const event = Uint8Array.of(...hookedSwapEventLayout.discriminator, ...swap2Event(k(9)).subarray(8))
    expect(readEvent(event, [swap])).toEqual({ ...trade, ...bought, mintIn: k(7), mintOut: k(6) })
    const complete = hookedCompleteEventLayout.encode({ pool, config: k(9), base_reserve: 1n, quote_reserve: 2n })
    expect(readEvent(complete, [swap])).toMatchObject({ kind: 'completion', pool, mint: k(6) })
    const named = { name: 'Arctic Tern', symbol: 'TERN', uri: 'https://tern.example/t.json' }
    const launch = {
      ...{ program, data: initializeHookedLayout.encode(named) },
      accounts: [
        k(9),
        k(20),
        k(11),
        k(6),
        k(7),
        pool,
        k(4),
        k(5),
        k(21),
        k(12),
        ...Array.from({ length: 5 }, () => program),
      ],
    }
    const launched = initializeHookedEventLayout.encode({
      ...{ pool, config: k(9), creator: k(11), base_mint: k(6), pool_type: 1, activation_point: 1n },
    })
    expect(readEvent(launched, [launch])).toEqual({
      ...{ kind: 'launch', protocol: 'meteora_dbc', pool, mint: k(6), creator: k(11), ...named },
      ...{ tokenProgram: token2022Program, timestampSeconds: undefined },
    })
    expect(readLanded(launch)).toMatchObject({ kind: 'launch', pool, mints: [k(6)] })
  })

  it('ignores other events and other pools, and throws for a truncated event', () => {
    expect(readEvent(new Uint8Array(200), [])).toBeUndefined()
    expect(readEvent(new Uint8Array(), [])).toBeUndefined()
    expect(readEvent(swap2Event(k(9)), [swapIn(k(10))])).toBeUndefined()
    expect(() => readEvent(swap2Event(k(9)).slice(0, 100), [])).toThrow('EvtSwap2')
  })
})

describe('readInstructionEvent', () => {
  it('reports the pool that a curve moved to', async () => {
    const config = { migration_option: 1, migration_fee_option: 2, quote_mint: k(7) }
    const migration = await encodeMigrateDammV2({
      ...{ payer: k(12), pool, config, baseProgram: tokenProgram, quoteProgram: tokenProgram },
      state: { config: k(9), base_mint: k(6), base_vault: k(4), quote_vault: k(5) },
      firstPositionMint: k(13),
    })
    const { address: to } = await migratedPool(config, k(6))
    const reported = { kind: 'migration', protocol: 'meteora_dbc', pool, mint: k(6), to }
    expect(readInstructionEvent(named(migration))).toEqual(reported)
    expect(readInstructionEvent({ ...named(migration), accounts: [pool] })).toBeUndefined()
    expect(readInstructionEvent(swapIn(pool))).toBeUndefined()
  })
})

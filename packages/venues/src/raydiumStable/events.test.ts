import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { accountsNamed } from '../../test/encodedInstructions.ts'
import { makeStablePool, stableAddresses } from '../../test/raydiumStablePools.ts'
import { readEvents } from '../read.ts'
import { encodeSwapBaseIn, encodeSwapBaseOut, program, type SwapAccounts } from './index.ts'

const { pool, mints, vaults } = stableAddresses
const named = (instruction: ReturnType<typeof encodeSwapBaseIn>) => ({
  program,
  accounts: (instruction.accounts ?? []).map(({ address }) => address),
  data: Uint8Array.from(instruction.data ?? []),
})
const model = 'CDSr3ssLcRB6XYPJwAfFt18MZvEZp4LjHcvzBVZ45duo' as Address
const accounts = (owner = 'owner'): SwapAccounts =>
  accountsNamed<SwapAccounts>({
    ...{ amm: pool, amm_coin_vault: vaults[0], amm_pc_vault: vaults[1], model_data: model },
    user_source_owner: owner,
  })
const logOf = (...lines: readonly string[]) => [
  `Program ${program} invoke [1]`,
  ...lines.map(line => `Program log: ${line}`),
  `Program ${program} success`,
]
// From a run of the real program.
const sold = [
  'swap_base_in amount_in:1000000, minimum_amount_out:1',
  'swap_base_in total_pc:1000000000000, total_coin:1000000000000',
  'swap_base_in price:999999, swap_out_x:999799',
  'swap_base_in swap_in_after_deduct_fee:999800, swap_amount_out:999799, price_after_swap:9999',
  'swap_base_in coin to pc, out_coin:1000000, out_pc:999799',
]
const bought = [
  'swap_base_out max_amount_in:10000000, amount_out:1000000',
  'swap_base_out total_pc:999989002800, total_coin:1000011000281',
  'swap_base_out price:1000000, swap_in_x:1000000',
  'swap_base_out swap_in_before_add_fee:1000000, swap_amount_out:1000000, price_after_swap:10000',
  'swap_base_out pc to coin, out_pc:1000201, out_coin:1000000',
]
const mintsOf = new Map<Address, Address>([
  [vaults[0], mints[0]],
  [vaults[1], mints[1]],
])

describe('readEvents', () => {
  it('reads the moved amounts from the text of the log', async () => {
    const instructions = [
      named(encodeSwapBaseIn(accounts('seller'), 1_000_000n, 1n)),
      named(encodeSwapBaseOut(accounts('buyer'), 10_000_000n, 1_000_000n)),
    ]
    const logs = [...logOf(...sold), ...logOf(...bought)]
    const trade = { kind: 'trade', protocol: 'raydium_stable', pool }
    expect(await readEvents(program, { logs, instructions, mints: mintsOf })).toEqual([
      { ...trade, mintIn: mints[0], mintOut: mints[1], amountIn: 1_000_000n, amountOut: 999_799n, trader: 'seller' },
      { ...trade, mintIn: mints[1], mintOut: mints[0], amountIn: 1_000_201n, amountOut: 1_000_000n, trader: 'buyer' },
    ])
  })

  it('distinguishes equal swaps by their place', async () => {
    const instructions = ['first', 'second'].map(one => named(encodeSwapBaseIn(accounts(one), 1_000_000n, 1n)))
    const logs = [...logOf(...sold), ...logOf(...sold)]
    const events = await readEvents(program, { logs, instructions, mints: mintsOf })
    expect(events.map(event => event.kind === 'trade' && event.trader)).toEqual(['first', 'second'])
  })

  it('adds the price after the trade if it can read the pool and its table', async () => {
    const { accounts: read } = makeStablePool({ reserves: [10n ** 12n, 10n ** 12n] })
    const instructions = [named(encodeSwapBaseIn(accounts(), 1_000_000n, 1n))]
    const executed = { logs: logOf(...sold), instructions, mints: mintsOf }
    const [event] = await readEvents(program, executed, async () => read)
    const { priceAfter } = event?.kind === 'trade' ? event : {}
    expect(Number(priceAfter?.numerator) / Number(priceAfter?.denominator)).toBeCloseTo(1, 3)
    const gone = await readEvents(program, executed, async () => new Map())
    expect(gone[0]).not.toHaveProperty('priceAfter')
  })

  it('reads nothing without the instruction, the mints, or the beginning', async () => {
    const instructions = [named(encodeSwapBaseIn(accounts(), 1_000_000n, 1n))]
    const other = [named(encodeSwapBaseIn(accounts(), 1_000_000n, 2n))]
    for (const executed of [
      { logs: logOf(...sold), mints: mintsOf },
      { logs: logOf(...sold), instructions: other, mints: mintsOf },
      { logs: logOf(...sold), instructions },
      { logs: logOf(...sold.slice(1)), instructions, mints: mintsOf },
      { logs: logOf(...sold.slice(0, 4)), instructions, mints: mintsOf },
    ])
      expect(await readEvents(program, executed)).toEqual([])
  })
})

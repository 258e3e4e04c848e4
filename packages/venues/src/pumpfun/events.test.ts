import { type Address, encodeBase58, encodeBase64, systemProgram, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents } from '../read.ts'
import {
  completeEventLayout,
  createEventLayout,
  migrationEventLayout,
  postCompleteBuyEventLayout,
  tradeEventLayout,
} from './events.ts'
import { bondingCurveAddress, program, readEvent, type TradeEvent } from './index.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [mint, user, creator, curve, pool, usdc] = [k(1), k(2), k(3), k(4), k(5), k(6)]
const trade: TradeEvent = {
  mint,
  sol_amount: 1_000_000n,
  token_amount: 35_000_000n,
  is_buy: true,
  user,
  timestamp: 1_790_000_000n,
  virtual_sol_reserves: 30_001_000_000n,
  virtual_token_reserves: 1_072_964_000_000_000n,
  real_sol_reserves: 1_000_000n,
  real_token_reserves: 793_064_000_000_000n,
  fee_recipient: k(7),
  fee_basis_points: 95n,
  fee: 9_500n,
  creator,
  creator_fee_basis_points: 30n,
  creator_fee: 3_000n,
  track_volume: true,
  total_unclaimed_tokens: 0n,
  total_claimed_tokens: 0n,
  current_sol_volume: 0n,
  last_update_timestamp: 0n,
  ix_name: 'buy',
  mayhem_mode: false,
  cashback_fee_basis_points: 0n,
  cashback: 0n,
  buyback_fee_basis_points: 5_000n,
  buyback_fee: 4_750n,
  shareholders: [{ address: k(8), share_bps: 10_000 }],
  quote_mint: systemProgram,
  quote_amount: 1_000_000n,
  virtual_quote_reserves: 30_001_000_000n,
  real_quote_reserves: 1_000_000n,
  holder_rewards_bps: 0n,
  holder_rewards: 0n,
}
const launched = {
  ...{ name: 'Tern', symbol: 'TERN', uri: 'https://tern.invalid/1', mint, bonding_curve: curve, user, creator },
  ...{ timestamp: 5n, virtual_token_reserves: 1n, virtual_sol_reserves: 2n, real_token_reserves: 3n },
  ...{ token_total_supply: 4n, token_program: k(9), is_mayhem_mode: false, is_cashback_enabled: false },
  ...{ quote_mint: systemProgram, virtual_quote_reserves: 2n, creator_fee_bps: 0n, is_holder_reward: false },
}
const read = (of: Partial<TradeEvent>) => readEvent(tradeEventLayout.encode({ ...trade, ...of }))

describe('readEvent', () => {
  it('reports the amounts that a trade took from the trader and brought, including fees', async () => {
    const common = { kind: 'trade', protocol: 'pumpfun', pool: await bondingCurveAddress(mint), trader: user }
    const [quote, base] = [30_001_000_000n, 1_072_964_000_000_000n]
    expect(await read({})).toEqual({
      ...{ ...common, mintIn: wrappedNativeMint, mintOut: mint, amountIn: 1_012_500n, amountOut: 35_000_000n },
      priceAfter: { numerator: base, denominator: quote },
    })
    expect(await read({ is_buy: false })).toEqual({
      ...{ ...common, mintIn: mint, mintOut: wrappedNativeMint, amountIn: 35_000_000n, amountOut: 987_500n },
      priceAfter: { numerator: quote, denominator: base },
    })
    const cashback = { creator_fee: 0n, creator_fee_basis_points: 0n, cashback: 3_000n, cashback_fee_basis_points: 30n }
    expect(await read(cashback)).toMatchObject({ amountIn: 1_012_500n })
    expect(await read({ ...cashback, is_buy: false })).toMatchObject({ amountOut: 987_500n })
  })

  it('reads the fields of the quote mint if it is not SOL', async () => {
    const none = { sol_amount: 0n, virtual_sol_reserves: 0n, real_sol_reserves: 0n, quote_mint: usdc }
    expect(await read({ ...none, quote_amount: 700_000n, virtual_quote_reserves: 9_000n })).toMatchObject({
      ...{ mintIn: usdc, mintOut: mint, amountIn: 712_500n },
      priceAfter: { denominator: 9_000n },
    })
  })

  it('reports the part of a completing buy beyond the curve as a trade, at the price of the later pool', async () => {
    const event = postCompleteBuyEventLayout.encode({
      ...{ user, mint, bonding_curve: curve, quote_mint: systemProgram, timestamp: 5n, base_out: 1_000n },
      ...{ quote_in: 500n, fee_basis_points: 95n, fee: 5n, creator_fee_basis_points: 30n, creator_fee: 2n },
      ...{ buyback_fee: 2n, pool_base_reserves_before: 9_000n, pool_quote_reserves_before: 4_000n },
      ...{ pool_base_reserves_after: 8_000n, pool_quote_reserves_after: 4_500n },
    })
    expect(await readEvent(event)).toEqual({
      ...{ kind: 'trade', protocol: 'pumpfun', pool: curve, trader: user },
      ...{ mintIn: wrappedNativeMint, mintOut: mint, amountIn: 507n, amountOut: 1_000n },
      priceAfter: { numerator: 8_000n, denominator: 4_500n },
    })
  })

  it('reports launches, completions and migrations', async () => {
    expect(await readEvent(createEventLayout.encode(launched))).toEqual({
      ...{ kind: 'launch', protocol: 'pumpfun', pool: curve, mint, tokenProgram: k(9), creator },
      ...{ name: 'Tern', symbol: 'TERN', uri: 'https://tern.invalid/1', timestampSeconds: 5n },
    })
    const complete = { user, mint, bonding_curve: curve, timestamp: 5n, quote_mint: systemProgram }
    expect(await readEvent(completeEventLayout.encode(complete))).toEqual({
      ...{ kind: 'completion', protocol: 'pumpfun', pool: curve, mint },
    })
    const moved = { mint_amount: 1n, sol_amount: 2n, pool_migration_fee: 3n, pool }
    expect(await readEvent(migrationEventLayout.encode({ ...complete, ...moved }))).toEqual({
      ...{ kind: 'migration', protocol: 'pumpfun', pool: curve, mint, to: pool },
    })
    expect(await readEvent(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))).toBeUndefined()
  })

  it('reads a launch of 2024, which names neither creator nor token program', async () => {
    const whole = createEventLayout.encode({ ...launched, name: '', symbol: '', uri: '' })
    const first = await readEvent(whole.subarray(0, 8 + 3 * 4 + 3 * 32))
    expect(first).toMatchObject({
      kind: 'launch',
      creator: user,
      tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    })
    expect(first).toMatchObject({ timestampSeconds: undefined })
  })

  it('reads events of every age, and ignores later fields', async () => {
    const whole = tradeEventLayout.encode(trade)
    for (const length of [113, 129, 225, whole.length])
      expect(await readEvent(whole.subarray(0, length)), String(length)).toMatchObject({
        amountIn: length < 225 ? 1_000_000n : 1_012_500n,
      })
    // Since October 2026, mainnet writes eight bytes more for a trade and one byte more for a launch than the IDL
    // describes.
    expect(await readEvent(Uint8Array.of(...whole, ...new Uint8Array(8).fill(7)))).toEqual(await readEvent(whole))
    const launch = createEventLayout.encode(launched)
    expect(await readEvent(Uint8Array.of(...launch, 7))).toEqual(await readEvent(launch))
  })

  it('reports nothing for a damaged event', async () => {
    const logs = (data: Uint8Array) => [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(data)}`]
    const whole = tradeEventLayout.encode(trade)
    expect(await readEvents(program, { logs: logs(whole.subarray(0, 100)) })).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async changes => {
        const changed = Uint8Array.from(whole)
        for (const [at, byte] of changes) changed[at] = byte
        expect((await readEvents(program, { logs: logs(changed) })).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

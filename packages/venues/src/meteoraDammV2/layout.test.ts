import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initializeCustomizablePoolLayout, initializePoolLayout } from './createInstructions.ts'
import { createPositionEventLayout, initializePoolEventLayout, swapEventLayout } from './events.ts'
import { swap2Layout, swapLayout } from './instructions.ts'
import { configLayout, decodeConfig, decodePoolState, poolLayout, positionLayout } from './layout.ts'

/** Computes a discriminator like Anchor: the first 8 bytes of the SHA-256 of a name with its namespace. */
const anchor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8).toString('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('layouts', () => {
  it.each([
    [configLayout, 'account:Config'],
    [poolLayout, 'account:Pool'],
    [positionLayout, 'account:Position'],
    [swapEventLayout, 'event:EvtSwap2'],
    [initializePoolEventLayout, 'event:EvtInitializePool'],
    [createPositionEventLayout, 'event:EvtCreatePosition'],
    [swapLayout, 'global:swap'],
    [swap2Layout, 'global:swap2'],
    [initializePoolLayout, 'global:initialize_pool'],
    [initializeCustomizablePoolLayout, 'global:initialize_customizable_pool'],
  ] as const)('have the discriminator of their name: %o', (layout, name) => {
    expect(hex(layout.discriminator)).toBe(anchor(name))
  })

  it("have the program's offsets", () => {
    expect(poolLayout.offsets).toMatchObject({
      ...{ base_fee: 8, protocol_fee_percent: 48, dynamic_fee_initialized: 56, bin_step_u128: 88 },
      ...{ init_sqrt_price: 152, token_a_mint: 168, liquidity: 360, sqrt_min_price: 424, activation_point: 472 },
      ...{ fee_version: 486, total_lp_a_fee: 568, creator: 648, token_a_amount: 680, layout_version: 696 },
      reward_infos: 728,
    })
    expect(configLayout.offsets).toMatchObject({
      ...{ base_fee: 72, dynamic_fee_initialized: 104, bin_step_u128: 136, protocol_fee_percent: 152 },
      ...{ compounding_fee_bps: 158, activation_type: 200, index: 208, sqrt_min_price: 216, permission: 248 },
    })
    expect(positionLayout.offsets).toMatchObject({ fee_a_pending: 136, unlocked_liquidity: 152, inner_vesting: 312 })
  })

  it('decode equally key by key and written out, and ignore fields of a later version', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: poolLayout.size, maxLength: poolLayout.size + 9 }), data => {
        data.set(poolLayout.discriminator)
        const pool = decodePoolState(data)
        expect(pool).toEqual(poolLayout.decode(data, 'atLeast'))
        expect(poolLayout.encode(pool)).toEqual(data.slice(0, poolLayout.size))
        const config = data.slice(0, configLayout.size)
        config.set(configLayout.discriminator)
        expect(configLayout.encode(decodeConfig(config))).toEqual(config)
      }),
      { numRuns: 50 },
    )
  })
})

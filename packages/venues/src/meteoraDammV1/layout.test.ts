import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodePool } from '../../test/meteoraDammV1Pools.ts'
import { poolCreatedEventLayout, swapEventLayout } from './events.ts'
import { swapLayout } from './instructions.ts'
import { configLayout, decodePoolState, decodeStableCurve, poolLayout, stableCurveLayout } from './layout.ts'

/** Computes a discriminator like Anchor: the first 8 bytes of the SHA-256 of a name with its namespace. */
const anchor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8).toString('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('layouts', () => {
  it.each([
    [configLayout, 'account:Config'],
    [poolLayout, 'account:Pool'],
    [swapEventLayout, 'event:Swap'],
    [poolCreatedEventLayout, 'event:PoolCreated'],
    [swapLayout, 'global:swap'],
  ] as const)('have the discriminator of their name: %o', (layout, name) => {
    expect(hex(layout.discriminator)).toBe(anchor(name))
  })

  it("have the program's offsets", () => {
    expect(poolLayout.offsets).toMatchObject({
      ...{ lp_mint: 8, a_vault: 104, a_vault_lp: 168, enabled: 233, protocol_token_a_fee: 234, stake: 363 },
      ...{ trade_fee_numerator: 330, total_locked_lp: 395, activation_point: 403, activation_type: 475 },
      ...{ partner_fee_numerator: 476, pending_fee_b: 524, curve_type: 874 },
    })
    // In the account, 875 bytes come first.
    expect(stableCurveLayout.offsets).toMatchObject({
      ...{ amp: 0, token_b_multiplier: 16, base_virtual_price: 25, depeg_type: 41, last_amp_updated_timestamp: 42 },
    })
    expect(configLayout.offsets).toMatchObject({ vault_config_key: 48, pool_creator_authority: 80, padding: 121 })
  })

  it('decode a stable pool, and ignore the bytes that follow', () => {
    const data = new Uint8Array(1_387)
    data.set(encodePool({ total_locked_lp: 5n }, { amp: 77n, depeg_type: 2 }))
    expect(decodePoolState(data)).toMatchObject({ total_locked_lp: 5n, curve_type: 1 })
    expect(decodeStableCurve(data)).toMatchObject({ amp: 77n, depeg_type: 2 })
  })
})

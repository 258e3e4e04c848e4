import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { swapEventLayout } from './events.ts'
import { swapBaseInputLayout, swapBaseOutputLayout } from './instructions.ts'
import { ammConfigLayout, decodeAmmConfig, decodePoolState, observationStateLayout, poolStateLayout } from './layout.ts'
import { lpChangeEventLayout } from './liquidityEvents.ts'
import { depositLayout, initializeLayout, withdrawLayout } from './liquidityInstructions.ts'

/** Computes a discriminator like Anchor: the first 8 bytes of the SHA-256 of a name with its namespace. */
const anchor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8).toString('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('layouts', () => {
  it.each([
    [ammConfigLayout, 'account:AmmConfig'],
    [poolStateLayout, 'account:PoolState'],
    [observationStateLayout, 'account:ObservationState'],
    [swapEventLayout, 'event:SwapEvent'],
    [lpChangeEventLayout, 'event:LpChangeEvent'],
    [swapBaseInputLayout, 'global:swap_base_input'],
    [swapBaseOutputLayout, 'global:swap_base_output'],
    [initializeLayout, 'global:initialize'],
    [depositLayout, 'global:deposit'],
    [withdrawLayout, 'global:withdraw'],
  ] as const)('have the discriminator of their name: %o', (layout, name) => {
    expect(hex(layout.discriminator)).toBe(anchor(name))
  })

  it("have the program's offsets", () => {
    expect(poolStateLayout.offsets).toMatchObject({
      status: 329,
      lp_supply: 333,
      open_time: 373,
      creator_fee_on: 389,
      creator_fees_token_0: 397,
      padding: 413,
    })
    expect(ammConfigLayout.offsets).toMatchObject({ index: 10, trade_fee_rate: 12, creator_fee_rate: 108 })
    expect(observationStateLayout.offsets).toMatchObject({ pool_id: 11, observations: 43, last_update_timestamp: 4043 })
  })

  it('encode to the bytes that they decoded', () => {
    const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
    for (const [layout, bools] of [
      [poolStateLayout, [poolStateLayout.offsets.enable_creator_fee]],
      [ammConfigLayout, [ammConfigLayout.offsets.disable_create_pool]],
      [observationStateLayout, [observationStateLayout.offsets.initialized]],
    ] as const)
      fc.assert(
        fc.property(bytes(layout.size), data => {
          data.set(layout.discriminator)
          for (const at of bools) data[at] = (data[at] ?? 0) & 1
          const encode = layout.encode as (value: unknown) => Uint8Array
          expect(encode(layout.decode(data))).toEqual(data)
        }),
        { numRuns: 50 },
      )
  })

  it('decode equally key by key and written out', () => {
    const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
    fc.assert(
      fc.property(bytes(poolStateLayout.size), bytes(ammConfigLayout.size), (pool, config) => {
        pool.set(poolStateLayout.discriminator)
        pool[poolStateLayout.offsets.enable_creator_fee] = 1
        expect(decodePoolState(pool)).toEqual(poolStateLayout.decode(pool))
        config.set(ammConfigLayout.discriminator)
        config[ammConfigLayout.offsets.disable_create_pool] = 0
        expect(decodeAmmConfig(config)).toEqual(ammConfigLayout.decode(config))
      }),
      { numRuns: 50 },
    )
  })
})

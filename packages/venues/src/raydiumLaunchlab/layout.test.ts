import { createHash } from 'node:crypto'
import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as folderPublic from './index.ts'
import * as folderInternal from './internal.ts'

const folder = { ...folderPublic, ...folderInternal }

/** Computes a discriminator like Anchor: the first 8 bytes of the SHA-256 of a name with its namespace. */
const anchor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8).toString('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })

describe('layouts', () => {
  it.each([
    [folder.globalConfigLayout, 'account:GlobalConfig'],
    [folder.platformConfigLayout, 'account:PlatformConfig'],
    [folder.poolStateLayout, 'account:PoolState'],
    [folder.vestingRecordLayout, 'account:VestingRecord'],
    [folder.tradeEventLayout, 'event:TradeEvent'],
    [folder.poolCreateEventLayout, 'event:PoolCreateEvent'],
    [folder.buyExactInLayout, 'global:buy_exact_in'],
    [folder.buyExactOutLayout, 'global:buy_exact_out'],
    [folder.sellExactInLayout, 'global:sell_exact_in'],
    [folder.sellExactOutLayout, 'global:sell_exact_out'],
    [folder.initializeV2Layout, 'global:initialize_v2'],
    [folder.initializeWithToken2022Layout, 'global:initialize_with_token_2022'],
    [folder.claimCreatorFeeLayout, 'global:claim_creator_fee'],
    [folder.claimPlatformFeeLayout, 'global:claim_platform_fee'],
    [folder.claimPlatformFeeFromVaultLayout, 'global:claim_platform_fee_from_vault'],
    [folder.migrateToAmmLayout, 'global:migrate_to_amm'],
    [folder.migrateToCpswapLayout, 'global:migrate_to_cpswap'],
  ] as const)('have the discriminator of their name: %o', (layout, name) => {
    expect(hex(layout.discriminator)).toBe(anchor(name))
  })

  it("have the program's offsets", () => {
    expect(folder.poolStateLayout.offsets).toMatchObject({
      status: 17,
      total_base_sell: 29,
      virtual_base: 37,
      real_quote: 61,
      global_config: 141,
      creator: 333,
      token_program_flag: 365,
      padding: 375,
    })
    expect(folder.globalConfigLayout.offsets).toMatchObject({ index: 17, trade_fee_rate: 27, quote_mint: 83 })
    expect(folder.platformConfigLayout.offsets).toMatchObject({
      fee_rate: 104,
      cpswap_config: 688,
      creator_fee_rate: 720,
    })
    expect(folder.vestingRecordLayout.offsets).toMatchObject({ beneficiary: 48, token_share_amount: 88 })
    expect(folder.tradeEventLayout.offsets).toMatchObject({ amount_in: 96, creator_fee: 128, trade_direction: 144 })
  })

  it('encode to the bytes that they decoded, and ignore bytes after them', () => {
    const { globalConfigLayout, platformConfigLayout, poolStateLayout, vestingRecordLayout } = folder
    for (const layout of [globalConfigLayout, platformConfigLayout, poolStateLayout, vestingRecordLayout])
      fc.assert(
        fc.property(bytes(layout.size), data => {
          data.set(layout.discriminator)
          const encode = layout.encode as (value: unknown) => Uint8Array
          expect(encode(layout.decode(data))).toEqual(data)
        }),
        { numRuns: 50 },
      )
  })

  it('decode a pool and a config equally key by key and written out', () => {
    const { poolStateLayout, decodePoolState, globalConfigLayout, decodeGlobalConfig } = folder
    fc.assert(
      fc.property(bytes(globalConfigLayout.size), data => {
        data.set(globalConfigLayout.discriminator)
        data[globalConfigLayout.offsets.curve_type] = 1
        expect(decodeGlobalConfig(data)).toEqual(globalConfigLayout.decode(data))
      }),
      { numRuns: 50 },
    )
    fc.assert(
      fc.property(bytes(poolStateLayout.size + 3), data => {
        data.set(poolStateLayout.discriminator)
        data[poolStateLayout.offsets.status] = 2
        expect(decodePoolState(data)).toEqual(poolStateLayout.decode(data, 'atLeast'))
      }),
      { numRuns: 50 },
    )
  })

  it('accept three curve types', () => {
    const data = new Uint8Array(folder.globalConfigLayout.size)
    data.set(folder.globalConfigLayout.discriminator)
    expect(folder.decodeGlobalConfig(data).curve_type).toBe(0)
    data[folder.globalConfigLayout.offsets.curve_type] = 3
    expect(() => folder.decodeGlobalConfig(data)).toThrow(expect.objectContaining({ code: 'layout/invalidValue' }))
  })

  it("read a beneficiary's locked tokens", () => {
    const { vestingRecordLayout, decodeVestingRecord } = folder
    fc.assert(
      fc.property(bytes(vestingRecordLayout.size), data => {
        data.set(vestingRecordLayout.discriminator)
        expect(decodeVestingRecord(data)).toEqual(vestingRecordLayout.decode(data))
      }),
      { numRuns: 20 },
    )
    try {
      decodeVestingRecord(new Uint8Array(5))
    } catch (error) {
      expect(isTernError(error, 'layout/wrongSize')).toBe(true)
    }
  })
})

describe('the curves of a platform', () => {
  const config = (count: number, curves: number) => {
    const data = new Uint8Array(944 + 491 * curves)
    data.set(folder.platformConfigLayout.discriminator)
    const view = new DataView(data.buffer)
    view.setUint32(940, count, true)
    for (let i = 0; i < curves; i++) {
      view.setUint8(944 + 491 * i + 8, i + 1)
      view.setBigUint64(944 + 491 * i + 43, BigInt(i) + 7n, true)
    }
    return data
  }
  const code = (data: Uint8Array) => {
    try {
      return folder.decodePlatformCurveParams(data).map(one => [one.index, one.bonding_curve_param.supply])
    } catch (error) {
      return isTernError(error) ? error.code : error
    }
  }

  it('follow its config', () => {
    expect(code(config(0, 0))).toEqual([])
    expect(code(config(2, 2))).toEqual([
      [1, 7n],
      [2, 8n],
    ])
    // A removed curve left this space.
    expect(code(config(1, 2))).toEqual([[1, 7n]])
    expect(code(config(0, 0).subarray(0, 940))).toEqual([])
  })

  it('are refused if the account is too short, and no list is allocated for an impossible length', () => {
    expect(code(config(2, 1))).toBe('layout/truncated')
    expect(code(config(0xffff_ffff, 1))).toBe('layout/truncated')
    expect(code(new Uint8Array(944))).toBe('layout/wrongDiscriminator')
  })
})

describe('program errors', () => {
  it('are the twenty-one of the IDL', () => {
    expect(Object.keys(folder.programErrors)).toEqual(Array.from({ length: 21 }, (_, i) => String(6000 + i)))
    expect(folder.programErrors[6004]).toBe('program/slippageExceeded')
  })
})

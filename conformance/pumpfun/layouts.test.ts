import { PublicKey } from '@solana/web3.js'
import { type Address, encodeBase58 } from '@tern/core'
import { decodeFeeConfig } from '@tern/venues/pumpFees'
import { feeConfigSizes } from '@tern/venues/pumpFees/internal'
import { decodeBondingCurve, decodeGlobal, program } from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  completeEventLayout,
  createEventLayout,
  globalLayout,
  globalVolumeAccumulatorLayout,
  noAddress,
  tradeEventLayout,
  userVolumeAccumulatorLayout,
} from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { readRecorded } from '../src/fixtures.ts'
import { encodeFees, feeConfigs } from '../src/pumpCurves.ts'
import { pumpSdk, pumpSdkName } from '../src/pumpSdk.ts'

const { PUMP_SDK } = pumpSdk
type Info = Parameters<typeof PUMP_SDK.decodeGlobal>[0]
const info = (data: Uint8Array) => ({ data: Buffer.from(data) }) as Info

/** Converts the SDK's fields to the program's names, numbers to `bigint` and addresses to text. */
function ofSdk(value: unknown): unknown {
  if (value instanceof PublicKey) return value.toBase58()
  if (Array.isArray(value)) return value.map(ofSdk)
  if (typeof value !== 'object' || value === null) return value
  if ('toArrayLike' in value) return BigInt(String(value))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      ofSdk(one),
    ]),
  )
}

/** Bytes of an account with each of `bools` at 0 or 1. */
const accounts = (layout: { size: number; discriminator: Uint8Array }, bools: readonly number[]) =>
  fc.uint8Array({ minLength: layout.size, maxLength: layout.size }).map(data => {
    data.set(layout.discriminator)
    for (const at of bools) data[at] = (data[at] ?? 0) & 1
    return data
  })
const { offsets: inGlobal } = globalLayout
const globals = accounts(globalLayout, [
  ...[inGlobal.initialized, inGlobal.enable_migrate, inGlobal.create_v2_enabled, inGlobal.mayhem_mode_enabled],
  ...[inGlobal.is_cashback_enabled, inGlobal.creator_fee_configurable, inGlobal.is_holder_reward_enabled],
])
const { offsets: inCurve } = bondingCurveLayout
const curves = accounts(bondingCurveLayout, [
  ...[inCurve.complete, inCurve.is_mayhem_mode, inCurve.is_cashback_coin],
  ...[inCurve.can_edit_creator_fee, inCurve.is_holder_reward],
])
const { offsets: inUser } = userVolumeAccumulatorLayout
const users = accounts(userVolumeAccumulatorLayout, [inUser.needs_claim, inUser.has_total_claimed_tokens])

const noLaterFields = {
  ...{ creator_fee: 0n, protocol_fees: 0n, depth: 0, initial_virtual_quote_reserves: 0n },
  ...{ post_complete_base_out: 0n, post_complete_quote_in: 0n },
}

describe(`accounts as ${pumpSdkName} reads them`, () => {
  it('are Global, as recorded and at each length', () => {
    for (const { data } of readRecorded('pumpfun', ['global']).values())
      expect(decodeGlobal(data)).toEqual(ofSdk(PUMP_SDK.decodeGlobal(info(data))))
    fc.assert(
      fc.property(globals, fc.constantFrom(1045, 1054, 1087), (data, length) => {
        const cut = data.subarray(0, length)
        expect(decodeGlobal(cut)).toEqual(ofSdk(PUMP_SDK.decodeGlobal(info(cut))))
      }),
    )
  })

  it('are BondingCurve in each of its lengths', () => {
    fc.assert(
      fc.property(curves, fc.constantFrom(49, 81, 82, 83, 115, 124, 125, 151), (data, length) => {
        const sized = new Uint8Array(length)
        sized.set(data.subarray(0, length))
        // The SDK is older than the fields of October 2026.
        const theirs = ofSdk(PUMP_SDK.decodeBondingCurve(info(sized))) as object
        expect(decodeBondingCurve(sized)).toEqual({ ...theirs, ...noLaterFields })
      }),
    )
  })

  it('are FeeConfig, as recorded and in each of its lengths', () => {
    const read = (data: Uint8Array) => {
      const { bump: _, ...ours } = decodeFeeConfig(data)
      const { bump: __, ...theirs } = ofSdk(PUMP_SDK.decodeFeeConfig(info(data))) as { bump: number }
      expect(ours).toEqual(theirs)
    }
    for (const { data } of readRecorded('pumpfun', ['feeConfig']).values()) read(data)
    const { first, withStableTiers, current } = feeConfigSizes
    fc.assert(
      fc.property(feeConfigs, fc.constantFrom(first, withStableTiers, current), (config, size) =>
        read(encodeFees(config).subarray(0, size)),
      ),
    )
  })

  it('are the volume accumulators', () => {
    fc.assert(
      fc.property(users, accounts(globalVolumeAccumulatorLayout, []), (user, global) => {
        expect(userVolumeAccumulatorLayout.decode(user)).toEqual(
          ofSdk(PUMP_SDK.decodeUserVolumeAccumulator(info(user))),
        )
        expect(globalVolumeAccumulatorLayout.decode(global)).toEqual(
          ofSdk(PUMP_SDK.decodeGlobalVolumeAccumulator(info(global))),
        )
      }),
    )
  })
})

const recordings = readRecordings('pumpfun', program)
const events = recordings?.events ?? []

describe(`events as ${pumpSdkName} reads them`, () => {
  it('equal Tern’s encoding', () => {
    const amount = fc.bigInt(0n, 2n ** 64n - 1n)
    const who = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => encodeBase58(bytes) as Address)
    const text = fc.string({ unit: 'grapheme' })
    const launches = fc.record({
      ...{ name: text, symbol: text, uri: text, mint: who, bonding_curve: who, user: who, creator: who },
      ...{ timestamp: fc.bigInt(0n, 2n ** 40n), virtual_token_reserves: amount, virtual_sol_reserves: amount },
      ...{ real_token_reserves: amount, token_total_supply: amount, token_program: who },
      ...{ is_mayhem_mode: fc.boolean(), is_cashback_enabled: fc.boolean(), quote_mint: who },
      ...{ virtual_quote_reserves: amount, creator_fee_bps: amount, is_holder_reward: fc.boolean() },
    })
    fc.assert(
      fc.property(launches, launch => {
        const created = createEventLayout.encode(launch).subarray(8)
        expect(ofSdk(PUMP_SDK.decodeCreateEventBc(Buffer.from(created)))).toEqual(launch)
        const { mint, bonding_curve, user, timestamp, quote_mint } = launch
        const complete = { user, mint, bonding_curve, timestamp, quote_mint }
        const completed = completeEventLayout.encode(complete).subarray(8)
        expect(ofSdk(PUMP_SDK.decodeCompleteEventBc(Buffer.from(completed)))).toEqual(complete)
      }),
    )
  })

  it.skipIf(recordings === undefined)('are the recorded trades of today’s length (RECORDINGS_DIR)', () => {
    const today = events.filter(event => tradeEventLayout.begins(event) && event.length >= 358)
    expect(today.length).toBeGreaterThan(0)
    for (const bytes of today)
      expect(tradeEventLayout.decode(bytes)).toEqual(ofSdk(PUMP_SDK.decodeTradeEventBc(Buffer.from(bytes.subarray(8)))))
  })

  it.skipIf(recordings === undefined)('are the recorded launches since they name a program (RECORDINGS_DIR)', () => {
    const launches = events
      .filter(event => createEventLayout.begins(event))
      .map(bytes => ({ bytes, launch: createEventLayout.decode(bytes) }))
      .filter(({ launch }) => launch.token_program !== noAddress)
    expect(launches.length).toBeGreaterThan(0)
    for (const { bytes, launch } of launches)
      expect(launch).toEqual(ofSdk(PUMP_SDK.decodeCreateEventBc(Buffer.from(bytes.subarray(8)))))
  })
})

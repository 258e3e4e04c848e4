import { createHash } from 'node:crypto'
import { decodeBase64, systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import recorded from '../../fixtures/pumpfun/accounts.json' with { type: 'json' }
import { everythingIn } from '../../test/everythingIn.ts'
import { initialCurve, recipients, sampleGlobal } from '../../test/pumpfunPools.ts'
import { type BondingCurve, decodeBondingCurve, decodeGlobal } from './index.ts'
import {
  bondingCurveLayout,
  globalLayout,
  globalVolumeAccumulatorLayout,
  userVolumeAccumulatorLayout,
  viewBondingCurve,
  type WholeBondingCurve,
} from './layout.ts'

/** Computes a discriminator like Anchor: the first 8 bytes of the SHA-256 of a name with its namespace. */
const anchor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8).toString('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** The fields that a trade may read. */
const viewed = (data: Uint8Array) => {
  const view = viewBondingCurve(data)
  return Object.fromEntries(Object.keys(bondingCurveLayout.offsets).map(key => [key, view[key as keyof BondingCurve]]))
}
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })

describe('layouts', () => {
  it('have the discriminator of their name', () => {
    const layouts = [everythingIn('pumpfun'), everythingIn('pumpFees')].flatMap(one =>
      Object.entries(one).filter(
        (entry): entry is [string, typeof globalLayout] => entry[0].endsWith('Layout') && entry[0] !== 'feesLayout',
      ),
    )
    expect(layouts.length).toBeGreaterThan(30)
    for (const [key, { name, discriminator }] of layouts) {
      const space = /EventLayout$/.test(key) ? 'event' : /^[A-Z]/.test(name) ? 'account' : 'global'
      expect(hex(discriminator), name).toBe(anchor(`${space}:${name}`))
    }
  })

  it("have the program's offsets", () => {
    expect(globalLayout.offsets).toMatchObject({
      withdraw_authority: 113,
      fee_recipients: 162,
      reserved_fee_recipient: 483,
      buyback_fee_recipients: 741,
      creator_fee_configurable: 1045,
    })
    expect(bondingCurveLayout.offsets).toMatchObject({ creator: 49, quote_mint: 83, creator_fee_bps: 115 })
    expect(userVolumeAccumulatorLayout.offsets).toMatchObject({ cashback_earned: 74 })
    expect(globalVolumeAccumulatorLayout.offsets).toMatchObject({ total_token_supply: 64, sol_volumes: 304 })
  })
})

describe('Global', () => {
  it('is read as recorded on mainnet: a byte longer than the last published layout', () => {
    const data = decodeBase64(recorded.global.data)
    expect(data.length).toBe(1088)
    expect(decodeGlobal(data)).toMatchObject({
      fee_recipient: '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV',
      initial_virtual_token_reserves: 1_073_000_000_000_000n,
      initial_virtual_sol_reserves: 30_000_000_000n,
      initial_real_token_reserves: 793_100_000_000_000n,
      token_total_supply: 1_000_000_000_000_000n,
      fee_basis_points: 95n,
      buyback_basis_points: 5_000n,
      whitelisted_quote_mints: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      creator_fee_configurable: true,
      max_configurable_creator_fee_bps: 300n,
    })
  })

  it('is read without the newest fields, and refused if it is older', () => {
    const data = globalLayout.encode({ ...sampleGlobal, creator_fee_configurable: true })
    expect(decodeGlobal(data)).toEqual({ ...sampleGlobal, creator_fee_configurable: true })
    expect(decodeGlobal(data.subarray(0, 1045))).toEqual(sampleGlobal)
    expect(decodeGlobal(data).buyback_fee_recipients).toEqual(recipients.buyback)
    expect(() => decodeGlobal(data.subarray(0, 1044))).toThrow(refusal('layout/wrongSize'))
    expect(() => decodeGlobal(data.with(0, 1))).toThrow(refusal('layout/wrongDiscriminator'))
    expect(() => decodeGlobal(data.with(8, 2))).toThrow(refusal('layout/invalidValue'))
  })
})

describe('BondingCurve', () => {
  const later = {
    ...{ creator_fee: 1n, protocol_fees: 2n, depth: 3, initial_virtual_quote_reserves: 4n },
    ...{ post_complete_base_out: 5n, post_complete_quote_in: 6n },
  }
  const beforeTrades = {
    ...{ depth: 0, initial_virtual_quote_reserves: 0n, post_complete_base_out: 0n, post_complete_quote_in: 0n },
  }
  const first: BondingCurve = {
    ...initialCurve,
    is_mayhem_mode: true,
    is_cashback_coin: true,
    quote_mint: recipients.normal[3] ?? systemProgram,
    creator_fee_bps: 77n,
    can_edit_creator_fee: true,
    is_holder_reward: true,
  }
  const full: WholeBondingCurve = { ...first, ...later }
  /** The account as the program of October 2026 writes it. */
  const bytes = () => {
    const data = new Uint8Array(166)
    data.set(bondingCurveLayout.encode(first))
    const view = new DataView(data.buffer)
    for (const [at, value] of [
      [125, 1n],
      [133, 2n],
      [142, 4n],
      [150, 5n],
      [158, 6n],
    ] as const)
      view.setBigUint64(at, value, true)
    data[141] = 3
    return data
  }
  /** The length of each version, and the fields that it lacks. */
  const versions = [
    [166, {}],
    [141, beforeTrades],
    [125, { creator_fee: 0n, protocol_fees: 0n }],
    [124, { is_holder_reward: false }],
    [115, { creator_fee_bps: 0n, can_edit_creator_fee: false }],
    [83, { quote_mint: systemProgram }],
    [82, { is_cashback_coin: false }],
    [81, { is_mayhem_mode: false }],
    [49, { creator: systemProgram }],
  ] as const

  it('is read in each of its sizes, with zeros for later fields', () => {
    const data = bytes()
    let expected = full
    for (const [i, [length, lacks]] of versions.entries()) {
      expected = { ...expected, ...lacks }
      expect(decodeBondingCurve(data.subarray(0, length)), String(length)).toEqual(expected)
      // A size between two versions counts as the smaller version.
      const between = (versions[i - 1]?.[0] ?? 183) - 1
      const longer = new Uint8Array(Math.max(between, length)).fill(255)
      longer.set(data.subarray(0, length))
      expect(decodeBondingCurve(longer), String(between)).toEqual(expected)
      // The fields of a trade are equal.
      expect({ ...expected, ...viewed(longer) }).toEqual(expected)
    }
    expect(() => decodeBondingCurve(data.subarray(0, 48))).toThrow(refusal('layout/wrongSize'))
    expect(() => decodeBondingCurve(data.with(3, 0))).toThrow(refusal('layout/wrongDiscriminator'))
    expect(() => decodeBondingCurve(data.with(82, 2))).toThrow(
      expect.objectContaining({ facts: { field: 'BondingCurve.is_cashback_coin.bool', value: '2' } }),
    )
  })

  it('is read as recorded on mainnet since October 2026', () => {
    // 5Y4diJAetE97pWAcCfc4EtNRoubvYU2uGMyLt8ePkkDA at slot 454,741,295, from nirholas' agent-payments-sdk
    // (bondingCurveDecoder.test.ts): a coin quoted in another coin, after trades of the third version.
    const recorded =
      '17b7f83760d8ac60f717605d09c40200fde9ba98bd000000f77f4d1178c501004f7fd709340000000080c6a47e8d030000fa903cdd42260fd519c07393c7' +
      '4eebb3b00f939ee68d19a7dfbe3faf24f125b600000c45f7df8d9e72956284933f6d98b757032e83df84604fb5e117fff61d5b12f92c0100000000000000' +
      '005f415bb300000000058966b30100000000ae6ae38e8900000000000000000000000000000000000000'
    expect(decodeBondingCurve(Uint8Array.from(Buffer.from(recorded, 'hex')))).toMatchObject({
      ...{ virtual_quote_reserves: 814_311_205_373n, real_quote_reserves: 223_503_417_167n, complete: false },
      ...{ quote_mint: 'pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn', creator_fee_bps: 300n, is_holder_reward: false },
      ...{ creator_fee: 3_009_102_175n, protocol_fees: 7_304_808_709n, depth: 0 },
      ...{ initial_virtual_quote_reserves: 590_807_788_206n, post_complete_base_out: 0n, post_complete_quote_in: 0n },
    })
  })

  it('ignores bytes after its fields', () => {
    const data = new Uint8Array(180).fill(9)
    data.set(bytes())
    expect(decodeBondingCurve(data)).toEqual(full)
    const window = new Uint8Array(200)
    window.set(data, 11)
    expect(decodeBondingCurve(window.subarray(11, 191))).toEqual(full)
  })
})

import { decodeBase64 } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectOnlyTernErrors } from '../../../core/test/fuzz.ts'
import recorded from '../../fixtures/pumpfun/accounts.json' with { type: 'json' }
import { encodeFeeConfig, feeConfigs, sampleFeeConfig, usdcMint } from '../../test/pumpfunPools.ts'
import { feeConfigSizes, openFeeConfig } from './feeConfig.ts'
import { decodeFeeConfig, feeConfigAddress, feesOf, program } from './index.ts'
import { feeConfigLayout } from './layout.ts'

const pumpProgram = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as typeof program
const { first, withStableTiers, current } = feeConfigSizes
const fees = (protocol: bigint, creator: bigint) => ({
  lp_fee_bps: 0n,
  protocol_fee_bps: protocol,
  creator_fee_bps: creator,
})
const tier = (threshold: bigint, protocol: bigint) => ({
  market_cap_lamports_threshold: threshold,
  fees: fees(protocol, 1n),
})
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })

describe('FeeConfig', () => {
  it('is read as recorded on mainnet', async () => {
    const { address, data } = recorded.feeConfig
    expect(await feeConfigAddress(pumpProgram)).toBe(address)
    const rates = fees(95n, 30n)
    expect(decodeFeeConfig(decodeBase64(data))).toMatchObject({
      bump: 253,
      flat_fees: rates,
      fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: rates }],
      stable_fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: rates }],
      exotic_flat_fees: rates,
    })
    const pools = decodeFeeConfig(decodeBase64(recorded.ammFeeConfig.data))
    expect([pools.fee_tiers.length, pools.stable_fee_tiers.length]).toEqual([25, 25])
    expect(pools.fee_tiers[1]).toEqual({
      market_cap_lamports_threshold: 420_000_000_000n,
      fees: { lp_fee_bps: 20n, protocol_fee_bps: 5n, creator_fee_bps: 95n },
    })
  })

  it('has the version of its length, for any bytes after it', () => {
    fc.assert(
      fc.property(feeConfigs, config => {
        const whole = feeConfigLayout.encode(config)
        const sized = (size: number) => {
          const data = new Uint8Array(size).fill(7)
          data.set(whole)
          return decodeFeeConfig(data)
        }
        expect(sized(current)).toEqual(config)
        expect(sized(current + 300)).toEqual(config)
        expect(sized(current - 1)).toEqual({ ...config, exotic_flat_fees: fees(0n, 0n) })
        expect(sized(withStableTiers)).toEqual({ ...config, exotic_flat_fees: fees(0n, 0n) })
        for (const size of [withStableTiers - 1, first])
          expect(sized(size)).toEqual({ ...config, stable_fee_tiers: [], exotic_flat_fees: fees(0n, 0n) })
        expect(() => sized(first - 1)).toThrow(refusal('layout/wrongSize'))
      }),
      { numRuns: 50 },
    )
  })

  it('has at most 50 tiers, and belongs to the fee program', () => {
    const many = (count: number) =>
      encodeFeeConfig({ ...sampleFeeConfig, fee_tiers: Array.from({ length: count }, () => tier(1n, 1n)) })
    expect(decodeFeeConfig(many(50)).fee_tiers).toHaveLength(50)
    expect(() => decodeFeeConfig(many(51))).toThrow(refusal('layout/invalidValue'))
    const account = { owner: pumpProgram, data: many(1), lamports: 1n, executable: false, slot: 1n }
    expect(() => openFeeConfig(account)).toThrow(refusal('layout/wrongOwner'))
    expect(openFeeConfig({ ...account, owner: program }).fee_tiers).toHaveLength(1)
  })

  it('decodes any bytes or throws an error of the catalogue', () => {
    expectOnlyTernErrors(encodeFeeConfig(sampleFeeConfig), decodeFeeConfig, /^layout\//)
  })
})

describe('the fees of a trade', () => {
  const config = {
    ...sampleFeeConfig,
    fee_tiers: [tier(100n, 1n), tier(200n, 2n), tier(300n, 3n)],
    stable_fee_tiers: [tier(0n, 9n)],
    exotic_flat_fees: fees(7n, 7n),
  }
  const sol = 'So11111111111111111111111111111111111111112' as typeof usdcMint
  const protocolFee = (mint: typeof usdcMint, cap: bigint, of = config) => feesOf(of, mint, cap)?.protocol_fee_bps

  it('come from the last tier that is reached, or from the first tier', () => {
    for (const mint of [sol, '11111111111111111111111111111111', '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'])
      expect([0n, 99n, 100n, 199n, 200n, 300n, 10n ** 30n].map(cap => protocolFee(mint as typeof sol, cap))).toEqual([
        1n,
        1n,
        1n,
        1n,
        2n,
        3n,
        3n,
      ])
  })

  it('come from the stable tiers for USDC, or from the SOL tiers if there are no stable tiers', () => {
    expect(protocolFee(usdcMint, 250n)).toBe(9n)
    expect(protocolFee(usdcMint, 250n, { ...config, stable_fee_tiers: [] })).toBe(2n)
  })

  it('are flat for any other mint', () => {
    expect(protocolFee(pumpProgram, 250n)).toBe(7n)
    expect(protocolFee(pumpProgram, 250n, { ...config, exotic_flat_fees: fees(0n, 0n) })).toBe(100n)
  })

  it('are missing without tiers', () => {
    expect(feesOf({ ...config, fee_tiers: [] }, sol, 1n)).toBeUndefined()
  })
})

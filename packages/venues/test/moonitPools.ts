import { type AccountSnapshot, type Address, encodeBase58, systemProgram, tokenProgram } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { type Config, type CurveAccount, configAddress, curveAddress, moonit, program } from '../src/moonit/index.ts'
import {
  accountSizes,
  type Curve,
  configLayout,
  curveLayout,
  curveTypes,
  prepareCurve,
} from '../src/moonit/internal.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

export const moonitMint = key(1)
export const moonitCurve = await curveAddress(moonitMint)
export const moonitClock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }

/** A constant product without trades, as the program makes it. */
export const freshMoonitCurve: CurveAccount = {
  total_supply: 1_000_000_000_000_000_000n,
  curve_amount: 1_000_000_000_000_000_000n,
  mint: moonitMint,
  decimals: 9,
  collateral_currency: 0,
  curve_type: 1,
  marketcap_threshold: 345_000_000_000n,
  marketcap_currency: 0,
  migration_fee: 2n,
  coef_b: 25,
  bump: 255,
  migration_target: 0,
  price_increase: 0,
}

/** The settings on mainnet. */
export const moonitConfig: Config = {
  migration_authority: 'CGsqR7CTqTwbmAUTPnfg9Bj9GLJgkrUD9rhjh3vHEYvh' as Address,
  backend_authority: 'Cb8Fnhp95f9dLxB3sYkNCbN3Mjxuc3v2uQZ7uVeqvNGB' as Address,
  config_authority: key(3),
  helio_fee: '5K5RtTWzzLp4P8Npi84ocf7F1vBsAu29N1irG4iiUnzt' as Address,
  dex_fee: '3udvfL24waJcLhskRAsStNMoNUvtyXdxrWQz4hgi953N' as Address,
  fee_bps: 100,
  dex_fee_share: 60,
  migration_fee: 2n,
  linear_curve_mcap_threshold: 345_000_000_000n,
  marketcap_currency: 0,
  min_supported_decimal_places: 6,
  max_supported_decimal_places: 9,
  min_supported_token_supply: 10_000_000n,
  max_supported_token_supply: 1_000_000_000n,
  bump: 251,
  coef_b: 25,
  constant_product_v1_mcap_threshold: 345_000_000_000n,
  constant_product_v2_mcap_threshold: 200_000_000_000n,
}

export interface MoonitShape {
  readonly state?: Partial<CurveAccount>
  readonly feeBps?: number
  /** Decimals of the mint, if the curve has others. */
  readonly decimals?: number
  readonly address?: Address
}

function padded(data: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  whole.set(data)
  return whole
}

/** A curve with its accounts. */
export function makeMoonitCurve({ state, feeBps = 100, decimals, address = moonitCurve }: MoonitShape): PoolCase {
  const curve = { ...freshMoonitCurve, ...state }
  const config = { ...moonitConfig, fee_bps: feeBps }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1_000_000_000n, executable: false, slot: 7n },
  })
  const mint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: curve.total_supply },
    ...{ decimals: decimals ?? curve.decimals, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  const type = curveTypes[curve.curve_type]
  const prepared = type && prepareCurve(type, curve, BigInt(feeBps))
  return {
    venue: moonit,
    address,
    accounts: new Map([
      [address, account(program, padded(curveLayout.encode(curve), accountSizes.curve))],
      [curve.mint, account(tokenProgram, mint)],
      [configAddress, account(program, padded(configLayout.encode(config), accountSizes.config))],
    ]),
    clock: moonitClock,
    holds: [prepared?.left ?? 0n, prepared?.paymentFor(prepared.sold) ?? 0n],
    coarseness: 2n,
    // The fee of an exact output is a part of the amount without it.
    exactOutDiscountPpm: (BigInt(feeBps) * BigInt(feeBps)) / 100n + 1n,
    shortest: curveLayout.size,
    ...(prepared && {
      // A part of a lamport's tokens may bring the lamport.
      roundingGain: [2n * forLamport(prepared) + 2n, 1n] as const,
      overpay: [2n * forLamport(prepared) + 2n, 0n] as const,
    }),
  }
}

/** The tokens for a lamport. */
const forLamport = ({ price }: Curve): bigint => price.denominator / price.numerator

/** Curves of every formula, at any position before they are complete. */
export const moonitCurves: fc.Arbitrary<PoolCase> = fc
  .record({
    type: fc.constantFrom(0, 0, 1, 1, 2, 3),
    /** Parts per million of the supply. */
    sold: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 480_000 })),
    odd: fc.bigInt(0n, 999_999_999n),
    decimals: fc.constantFrom(6, 9),
    supply: fc.bigInt(10_000_000n, 1_000_000_000n),
    threshold: fc.bigInt(60_000_000_000n, 500_000_000_000n),
    coefB: fc.integer({ min: 1, max: 25 }),
    fee: fc.constantFrom(0, 30, 100, 250),
  })
  .map(one => {
    const isLinear = one.type === 0
    const supply = isLinear ? one.supply * 10n ** BigInt(one.decimals) : freshMoonitCurve.total_supply
    const sold = (supply * BigInt(one.sold)) / 1_000_000n + (one.sold === 0 ? 0n : one.odd)
    return makeMoonitCurve({
      state: {
        total_supply: supply,
        curve_amount: supply - sold,
        curve_type: one.type,
        decimals: isLinear ? one.decimals : 9,
        // A constant product of a lower market cap would be complete.
        marketcap_threshold: one.type === 1 || one.type === 2 ? one.threshold * 3n : one.threshold,
        coef_b: one.coefB,
      },
      feeBps: one.fee,
    })
  })

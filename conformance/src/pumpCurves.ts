import { PublicKey } from '@solana/web3.js'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { type FeeConfig, program as feeProgram } from '@tern/venues/pumpFees'
import { feeConfigLayout, feeConfigSizes } from '@tern/venues/pumpFees/internal'
import {
  type BondingCurve,
  bondingCurveAddress,
  decodeGlobal,
  type Global,
  program,
  pumpfun,
} from '@tern/venues/pumpfun'
import { bondingCurveLayout, feeConfig, globalAddress, globalLayout } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { readRecorded } from './fixtures.ts'

export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
/** Made-up addresses: 32 equal bytes. */
export const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
export const key = (address: Address) => new PublicKey(address)
export const mint = k(11)
export const creator = k(12)

const recorded = readRecorded('pumpfun', ['global']).get(globalAddress)
if (recorded === undefined) throw new TypeError('no recorded Global')
/** In its state on mainnet. */
export const recordedGlobal = decodeGlobal(recorded.data)

const bps = fc.oneof(fc.constantFrom(0n, 5n, 30n, 95n, 100n), fc.bigInt(0n, 3_000n))
const fees = fc.record({ lp_fee_bps: fc.constant(0n), protocol_fee_bps: bps, creator_fee_bps: bps })
const tiers = (minLength: number) =>
  fc
    .array(fc.tuple(fc.bigInt(0n, 500_000_000_000n), fees), { minLength, maxLength: 25 })
    .map(list =>
      list
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([market_cap_lamports_threshold, fees]) => ({ market_cap_lamports_threshold, fees })),
    )
/** Fee schedules of every kind: with and without tiers for stable quotes, and fees for all others. */
export const feeConfigs: fc.Arbitrary<FeeConfig> = fc.record({
  bump: fc.constant(253),
  admin: fc.constant(k(13)),
  flat_fees: fees,
  fee_tiers: tiers(1),
  stable_fee_tiers: tiers(0),
  exotic_flat_fees: fc.oneof(fc.constant({ lp_fee_bps: 0n, protocol_fee_bps: 0n, creator_fee_bps: 0n }), fees),
})

/** A curve in any state: from its launch to the last token, of any size. */
const reserves = fc.oneof(
  fc.bigInt(0n, 793_099_999_999_999n).map(sold => {
    const virtual_token_reserves = 1_073_000_000_000_000n - sold
    const virtual_quote_reserves = 32_190_000_000_000_000_000_000_000n / virtual_token_reserves
    return {
      virtual_token_reserves,
      virtual_quote_reserves,
      real_token_reserves: 793_100_000_000_000n - sold,
      real_quote_reserves: virtual_quote_reserves - 30_000_000_000n,
    }
  }),
  fc
    .tuple(
      fc.bigInt(10_000n, 10n ** 16n),
      fc.bigInt(10_000n, 10n ** 14n),
      fc.integer({ min: 1, max: 999 }),
      fc.nat(1_000),
    )
    .map(([token, quote, left, paid]) => ({
      virtual_token_reserves: token,
      virtual_quote_reserves: quote,
      real_token_reserves: (token * BigInt(left)) / 1_000n,
      real_quote_reserves: (quote * BigInt(paid)) / 1_000n,
    })),
)

/** A curve with its mint and the two accounts that determine the fees. */
export interface CurveCase {
  readonly state: BondingCurve
  readonly global: Global
  readonly fees: FeeConfig | null
  readonly supply: bigint
}

/**
 * @param supplies the coins whose supply may differ from the launched supply.
 * `whole`: none; `ofMayhem`: mayhem coins, with their additional tokens; `burnt`: all coins.
 */
export function curveCases(supplies: 'whole' | 'ofMayhem' | 'burnt'): fc.Arbitrary<CurveCase> {
  return fc
    .record({
      reserves,
      fees: fc.option(feeConfigs),
      isMayhem: fc.boolean(),
      creator: fc.constantFrom(creator, creator, systemProgram),
      ownRate: fc.constantFrom(0n, 1n, 100n, 300n),
      isRateConfigurable: fc.boolean(),
      globalRates: fc.tuple(bps, bps),
      burnt: fc.bigInt(0n, 900_000_000_000_000n),
      quoteMint: fc.constantFrom(systemProgram, systemProgram, usdc, k(14)),
    })
    .map(one => ({
      state: {
        ...one.reserves,
        token_total_supply: 1_000_000_000_000_000n,
        complete: false,
        creator: one.creator,
        is_mayhem_mode: one.isMayhem,
        is_cashback_coin: false,
        quote_mint: one.quoteMint,
        creator_fee_bps: one.ownRate,
        can_edit_creator_fee: false,
        is_holder_reward: false,
      },
      global: {
        ...recordedGlobal,
        creator_fee_configurable: one.isRateConfigurable,
        fee_basis_points: one.globalRates[0],
        creator_fee_basis_points: one.globalRates[1],
      },
      fees: one.fees,
      supply: supplyOf(one.isMayhem, supplies === 'burnt' || (one.isMayhem && supplies !== 'whole') ? one.burnt : 0n),
    }))
}

/** A mayhem coin's supply is minted twice: again for the program that trades it, which burns its rest. */
function supplyOf(isMayhem: boolean, burnt: bigint): bigint {
  return (isMayhem ? 2_000_000_000_000_000n : 1_000_000_000_000_000n) - burnt
}

export function encodeFees(config: FeeConfig): Uint8Array {
  const data = new Uint8Array(feeConfigSizes.current)
  data.set(feeConfigLayout.encode(config))
  return data
}

/** Opens the venue's pool of a case. By default for `mint`, of Token-2022. */
export async function openCase(
  { state, global, fees, supply }: CurveCase,
  baseProgram: Address = token2022Program,
  quoteProgram: Address = tokenProgram,
  ofMint: Address = mint,
) {
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1n, executable: false, slot: 1n },
  })
  const address = await bondingCurveAddress(ofMint)
  const read: AccountSet = new Map([
    [address, account(program, bondingCurveLayout.encode(state))],
    [globalAddress, account(program, globalLayout.encode(global))],
    [ofMint, account(baseProgram, encodeMint(supply))],
    [feeConfig, fees === null ? null : account(feeProgram, encodeFees(fees))],
    [state.quote_mint, account(quoteProgram, encodeMint(10n ** 15n))],
  ])
  return pumpfun.open(address, read, ofMint)
}

function encodeMint(supply: bigint): Uint8Array {
  return mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
}

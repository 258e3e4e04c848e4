import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import { type GlobalConfig, type PoolState, poolAddress, program, pumpAmm } from '@tern/venues/pumpAmm'
import { feeConfig, globalConfigAddress, globalConfigLayout, poolLayout } from '@tern/venues/pumpAmm/internal'
import { type FeeConfig, program as feeProgram } from '@tern/venues/pumpFees'
import { poolAuthorityAddress } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { encodeFees, k, usdc } from './pumpCurves.ts'

export const coin = k(11)
export const coinCreator = k(12)
const maker = k(15)
const [baseVault, quoteVault] = [k(16), k(17)]
const authority = new Map<Address, Address>()
for (const mint of [coin, wrappedNativeMint]) authority.set(mint, await poolAuthorityAddress(mint))

/** Each list holds a single value, because both sides pick at random. */
export const onlyConfig: GlobalConfig = {
  ...{ admin: k(30), lp_fee_basis_points: 20n, protocol_fee_basis_points: 5n, disable_flags: 0 },
  protocol_fee_recipients: new Array<Address>(8).fill(k(31)),
  coin_creator_fee_basis_points: 5n,
  admin_set_coin_creator_authority: k(32),
  whitelist_pda: k(33),
  reserved_fee_recipient: k(34),
  mayhem_mode_enabled: true,
  reserved_fee_recipients: new Array<Address>(7).fill(k(34)),
  is_cashback_enabled: true,
  buyback_fee_recipients: new Array<Address>(8).fill(k(35)),
  buyback_basis_points: 5_000n,
  boost_authority: k(36),
  boost_enabled: true,
  creator_fee_configurable: false,
  max_configurable_creator_fee_bps: 0n,
}

/** A pool, its balances, and the accounts that determine its fees. */
export interface AmmCase {
  readonly state: PoolState
  readonly config: GlobalConfig
  readonly fees: FeeConfig
  readonly supply: bigint
  readonly baseAmount: bigint
  readonly quoteAmount: bigint
  readonly baseProgram: Address
  /** Bytes of the pool's account. */
  readonly length: number
}

const bps = fc.oneof(fc.constantFrom(0n, 2n, 5n, 20n, 30n, 93n, 95n), fc.bigInt(0n, 2_000n))
const fees = fc.record({ lp_fee_bps: bps, protocol_fee_bps: bps, creator_fee_bps: bps })
const tiers = (minLength: number) =>
  fc
    .array(fc.tuple(fc.bigInt(0n, 100_000_000_000_000n), fees), { minLength, maxLength: 25 })
    .map(list =>
      list
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([market_cap_lamports_threshold, fees]) => ({ market_cap_lamports_threshold, fees })),
    )
const feeConfigs = fc.record({
  bump: fc.constant(255),
  admin: fc.constant(k(13)),
  flat_fees: fees,
  fee_tiers: tiers(1),
  stable_fee_tiers: tiers(0),
  exotic_flat_fees: fc.oneof(fc.constant({ lp_fee_bps: 0n, protocol_fee_bps: 0n, creator_fee_bps: 0n }), fees),
})
const sizes = (max: number) =>
  fc.integer({ min: 14, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Pools of every kind, of a migrated coin or of any creator. */
export const ammCases: fc.Arbitrary<AmmCase> = fc
  .record({
    baseAmount: fc.oneof(fc.bigInt(10n ** 12n, 10n ** 15n), sizes(56)),
    quoteAmount: fc.oneof(fc.bigInt(10n ** 9n, 10n ** 13n), sizes(50)),
    // The virtual reserve is negative by the waiting fees: by a little, or by up to nine tenths of the balance.
    virtual: fc.oneof(
      fc.constant(0n),
      fc.bigInt(0n, 30_000_000_000n),
      fc.bigInt(-10_000n, -1n),
      fc.bigInt(-(10n ** 12n), 0n),
    ),
    fees: feeConfigs,
    isOfCurve: fc.constantFrom(true, true, false),
    hasCreator: fc.boolean(),
    isMayhem: fc.boolean(),
    isCashback: fc.boolean(),
    ownRate: fc.constantFrom(0n, 1n, 100n, 300n),
    isRateConfigurable: fc.boolean(),
    supply: fc.oneof(fc.constant(10n ** 15n), fc.bigInt(1n, 10n ** 15n)),
    mints: fc.constantFrom(
      [coin, wrappedNativeMint],
      [coin, wrappedNativeMint],
      [coin, usdc],
      [coin, k(14)],
      [wrappedNativeMint, coin],
    ),
    baseProgram: fc.constantFrom(tokenProgram, token2022Program),
    length: fc.constantFrom(271, 301, 301),
  })
  .map(one => {
    const [base, quote] = one.mints as [Address, Address]
    const min = (one.quoteAmount * -9n) / 10n
    const virtual = one.virtual < min ? min : one.virtual
    return {
      state: {
        ...{ pool_bump: 254, index: 0, base_mint: base, quote_mint: quote, lp_mint: k(18), lp_supply: 10n ** 12n },
        creator: one.isOfCurve ? (authority.get(base) as Address) : maker,
        ...{ pool_base_token_account: baseVault, pool_quote_token_account: quoteVault },
        coin_creator: one.hasCreator && one.isOfCurve ? coinCreator : systemProgram,
        ...{ is_mayhem_mode: one.isMayhem, is_cashback_coin: one.isCashback, virtual_quote_reserves: virtual },
        ...{ creator_fee_bps: one.ownRate, can_edit_creator_fee: false, is_holder_reward: false },
        ...{ protocol_fees: 0n, creator_fees: 0n },
      },
      config: { ...onlyConfig, creator_fee_configurable: one.isRateConfigurable },
      ...{ fees: one.fees, supply: one.supply, baseAmount: one.baseAmount, quoteAmount: one.quoteAmount },
      baseProgram: base === wrappedNativeMint ? tokenProgram : one.baseProgram,
      length: one.length,
    }
  })

/** The bytes of a case's accounts, for both sides. */
export function bytesOf({ state, config, fees, supply, length }: AmmCase) {
  const pool = new Uint8Array(length)
  pool.set(poolLayout.encode(state).subarray(0, length))
  const baseMint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  return { pool, config: globalConfigLayout.encode(config), fees: encodeFees(fees), baseMint }
}

export async function openAmmCase(of: AmmCase) {
  const { state, baseProgram, baseAmount, quoteAmount } = of
  const address = await poolAddress(state.index, state.creator, state.base_mint, state.quote_mint)
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1n, executable: false, slot: 1n },
  })
  const token = (mint: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      ...{ mint, owner: address, amount, delegateOption: 0, delegate: systemProgram, state: 1, isNativeOption: 0 },
      ...{ isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
    })
  const bytes = bytesOf(of)
  const read: AccountSet = new Map([
    [address, account(program, bytes.pool)],
    [globalConfigAddress, account(program, bytes.config)],
    [feeConfig, account(feeProgram, bytes.fees)],
    [state.base_mint, account(baseProgram, bytes.baseMint)],
    [state.quote_mint, account(tokenProgram, bytes.baseMint)],
    [state.pool_base_token_account, account(baseProgram, token(state.base_mint, baseAmount))],
    [state.pool_quote_token_account, account(tokenProgram, token(state.quote_mint, quoteAmount))],
  ])
  return pumpAmm.open(address, read)
}

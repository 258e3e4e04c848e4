import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { feeConfig, globalConfigAddress } from '../src/pumpAmm/addresses.ts'
import { type GlobalConfig, type PoolState, poolAddress, program, pumpAmm } from '../src/pumpAmm/index.ts'
import { globalConfigLayout, poolLayout } from '../src/pumpAmm/layout.ts'
import { type FeeConfig, program as feeProgram } from '../src/pumpFees/index.ts'
import { poolAuthorityAddress } from '../src/pumpfun/addresses.ts'
import { newcomer } from './newcomer.ts'
import { encodeFeeConfig, encodeMint, exoticMint, feeConfigs, sampleFeeConfig, usdcMint } from './pumpfunPools.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const keys = (from: number, count: number) => Array.from({ length: count }, (_, i) => key(from + i))

export const coinMint = key(1)
const coinCreator = key(2)
/** The creator of a stranger's pool. */
const poolMaker = key(4)
/** The signer for the pool that the coin's curve moves to, and for wrapped SOL as if it were a coin. */
export const authorities = new Map<Address, Address>()
for (const mint of [coinMint, wrappedNativeMint]) authorities.set(mint, await poolAuthorityAddress(mint))
const ammClock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }
/** The three lists of recipients. */
const ammRecipients = { normal: keys(10, 8), reserved: keys(20, 8), buyback: keys(30, 8) }
const [baseVault, quoteVault] = [key(50), key(51)]

const sampleConfig: GlobalConfig = {
  admin: key(40),
  lp_fee_basis_points: 20n,
  protocol_fee_basis_points: 5n,
  disable_flags: 0,
  protocol_fee_recipients: ammRecipients.normal,
  coin_creator_fee_basis_points: 5n,
  admin_set_coin_creator_authority: key(41),
  whitelist_pda: key(42),
  reserved_fee_recipient: ammRecipients.reserved[0] as Address,
  mayhem_mode_enabled: true,
  reserved_fee_recipients: ammRecipients.reserved.slice(1),
  is_cashback_enabled: true,
  buyback_fee_recipients: ammRecipients.buyback,
  buyback_basis_points: 5_000n,
  boost_authority: key(43),
  boost_enabled: true,
  creator_fee_configurable: false,
  max_configurable_creator_fee_bps: 0n,
}

const addresses = new Map<string, Address>()
for (const base of [coinMint, wrappedNativeMint])
  for (const quote of [coinMint, wrappedNativeMint, usdcMint, exoticMint])
    for (const creator of [poolMaker, authorities.get(base) as Address])
      addresses.set(`${creator} ${base} ${quote}`, await poolAddress(0, creator, base, quote))

export interface AmmShape {
  readonly state?: Partial<PoolState>
  readonly config?: Partial<GlobalConfig>
  readonly fees?: Partial<FeeConfig>
  /** Supply of the base mint. */
  readonly supply?: bigint
  readonly baseAmount?: bigint
  readonly quoteAmount?: bigint
  readonly baseProgram?: Address
  /** Size in bytes of the pool's account. */
  readonly length?: number
  /** Creator of the pool: the base mint's curve, or a stranger. */
  readonly origin?: 'curve' | 'somebody'
  readonly isFrozen?: boolean
}

/** A pool as the migration of a usual coin leaves it, with its accounts. */
export function makeAmmPool(shape: AmmShape = {}): PoolCase {
  const base = shape.state?.base_mint ?? coinMint
  const quote = shape.state?.quote_mint ?? wrappedNativeMint
  const isOfCurve = shape.origin !== 'somebody'
  const creator = isOfCurve ? (authorities.get(base) as Address) : poolMaker
  const state: PoolState = {
    pool_bump: 254,
    index: 0,
    creator,
    base_mint: base,
    quote_mint: quote,
    lp_mint: key(52),
    pool_base_token_account: baseVault,
    pool_quote_token_account: quoteVault,
    lp_supply: 4_193_388_282_604n,
    coin_creator: isOfCurve ? coinCreator : systemProgram,
    is_mayhem_mode: false,
    is_cashback_coin: false,
    virtual_quote_reserves: 0n,
    creator_fee_bps: 0n,
    can_edit_creator_fee: false,
    is_holder_reward: false,
    protocol_fees: 0n,
    creator_fees: 0n,
    ...shape.state,
  }
  const address = addresses.get(`${creator} ${base} ${quote}`) as Address
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 2_000_000n,
    executable: false,
    slot: 7n,
  })
  const data = new Uint8Array(shape.length ?? 301)
  data.set(poolLayout.encode(state).subarray(0, data.length))
  const baseAmount = shape.baseAmount ?? 206_900_000_000_000n
  const quoteAmount = shape.quoteAmount ?? 84_990_359_056n
  const baseProgram = base === wrappedNativeMint ? tokenProgram : (shape.baseProgram ?? token2022Program)
  const token = (mint: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      ...{ mint, owner: address, amount, delegateOption: 0, delegate: systemProgram },
      ...{ state: shape.isFrozen === true ? 2 : 1, isNativeOption: mint === wrappedNativeMint ? 1 : 0 },
      ...{ isNative: 2_039_280n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
    })
  const accounts = new Map<Address, AccountSnapshot | null>([
    [address, account(program, data)],
    [globalConfigAddress, account(program, globalConfigLayout.encode({ ...sampleConfig, ...shape.config }))],
    [feeConfig, account(feeProgram, encodeFeeConfig({ ...sampleFeeConfig, ...shape.fees }))],
    [base, account(baseProgram, encodeMint(6, shape.supply ?? 10n ** 15n))],
    [quote, account(tokenProgram, encodeMint(quote === wrappedNativeMint ? 9 : 6, 0n))],
    [state.pool_base_token_account, account(baseProgram, token(base, baseAmount))],
    [state.pool_quote_token_account, account(tokenProgram, token(quote, quoteAmount))],
  ])
  return {
    venue: pumpAmm,
    address,
    accounts,
    clock: ammClock,
    holds: [baseAmount, quoteAmount],
    // With a new coin, unknown to any cache.
    unseen() {
      const mint = newcomer()
      const ofMint = (one: AccountSnapshot | null | undefined, at: number) => {
        const changed = Uint8Array.from(one?.data ?? [])
        changed.set(addressBytes(mint), at)
        return one ? { ...one, data: changed } : null
      }
      return new Map([
        ...accounts,
        [address, ofMint(accounts.get(address), poolLayout.offsets.base_mint)],
        [state.pool_base_token_account, ofMint(accounts.get(state.pool_base_token_account), 0)],
        [mint, accounts.get(base) ?? null],
      ])
    },
    shortest: 211,
    coarseness: 6n,
    backstep: 3n,
  }
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Pools of every type that the program can create, with reserves of any size. */
export const ammPools: fc.Arbitrary<PoolCase> = fc
  .record({
    baseAmount: fc.oneof(fc.bigInt(10n ** 12n, 10n ** 15n), magnitudes(62)),
    quoteAmount: fc.oneof(fc.bigInt(10n ** 9n, 10n ** 13n), magnitudes(60)),
    virtual: fc.oneof(fc.constant(0n), fc.bigInt(0n, 30_000_000_000n), fc.bigInt(-1_000_000n, 0n)),
    feeConfig: feeConfigs,
    lp: fc.constantFrom(0n, 2n, 20n, 25n),
    origin: fc.constantFrom('curve' as const, 'curve' as const, 'somebody' as const),
    isMayhem: fc.boolean(),
    isCashback: fc.boolean(),
    hasCreator: fc.boolean(),
    ownRate: fc.constantFrom(0n, 10n, 250n),
    isRateConfigurable: fc.boolean(),
    supply: fc.bigInt(1n, 2n * 10n ** 15n),
    mints: fc.constantFrom(
      [coinMint, wrappedNativeMint],
      [coinMint, wrappedNativeMint],
      [coinMint, usdcMint],
      [coinMint, exoticMint],
      [wrappedNativeMint, coinMint],
    ),
    baseProgram: fc.constantFrom(tokenProgram, token2022Program),
    length: fc.constantFrom(211, 243, 244, 245, 261, 270, 271, 287, 300, 301),
    waiting: fc.nat(1_000).map(BigInt),
  })
  .map(one => {
    const withLp = <F extends { lp_fee_bps: bigint }>(fees: F) => ({ ...fees, lp_fee_bps: one.lp })
    const { fee_tiers, stable_fee_tiers, flat_fees, exotic_flat_fees } = one.feeConfig
    const tiers = (list: typeof fee_tiers) => list.map(tier => ({ ...tier, fees: withLp(tier.fees) }))
    const virtual = one.length < 261 || one.quoteAmount + one.virtual <= 0n ? 0n : one.virtual
    const made = makeAmmPool({
      ...{ baseAmount: one.baseAmount, quoteAmount: one.quoteAmount, supply: one.supply, length: one.length },
      ...{ baseProgram: one.baseProgram, origin: one.origin },
      state: {
        base_mint: one.mints[0] as Address,
        quote_mint: one.mints[1] as Address,
        is_mayhem_mode: one.isMayhem,
        is_cashback_coin: one.isCashback,
        coin_creator: one.hasCreator && one.origin === 'curve' ? coinCreator : systemProgram,
        creator_fee_bps: one.ownRate,
        virtual_quote_reserves: virtual,
        protocol_fees: one.waiting < one.quoteAmount ? one.waiting : 0n,
      },
      config: { creator_fee_configurable: one.isRateConfigurable },
      fees: {
        fee_tiers: tiers(fee_tiers),
        stable_fee_tiers: tiers(stable_fee_tiers),
        flat_fees: withLp(flat_fees),
        exotic_flat_fees: withLp(exotic_flat_fees),
      },
    })
    return made
  })

import {
  type AccountSnapshot,
  type Address,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { poolAuthority } from '../src/meteoraDammV2/addresses.ts'
import { type BaseFee, encodeBaseFee } from '../src/meteoraDammV2/baseFee.ts'
import { amountA, amountB, sqrtPriceOf } from '../src/meteoraDammV2/curve.ts'
import {
  customizablePoolAddress,
  meteoraDammV2,
  type PoolState,
  program,
  vaultAddress,
} from '../src/meteoraDammV2/index.ts'
import { poolLayout } from '../src/meteoraDammV2/layout.ts'
import type { PoolCase } from './venueContract.ts'

const mints = ['ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address, wrappedNativeMint] as const
const pool = await customizablePoolAddress(...mints)
const vaults = [await vaultAddress(mints[0], pool), await vaultAddress(mints[1], pool)] as const

/** Addresses of a made-up pool: the program's own derivations for two fixed mints. */
export const dammV2Addresses = { pool, mints, vaults }

/** `MIN_SQRT_PRICE` and `MAX_SQRT_PRICE` (constants.rs). */
const priceRange = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n] as const

/** Token-2022's transfer fee of a token, before and from epoch 500 on. */
export interface TransferFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

/** A made-up pool. Defaults: a fee of 0.25% on the output, and a fifth of it for the protocol. */
export interface DammV2Shape {
  readonly baseFee?: BaseFee
  readonly state?: Partial<PoolState>
  /** The transfer fees of each token; unset for a plain token. */
  readonly transferFees?: readonly [TransferFees | undefined, TransferFees | undefined]
}

export const dammV2Clock = { slot: 400_000_000n, unixTimestamp: 1_800_000_000n, epoch: 500n }
/** A constant fee. */
export const flatFee = (numerator: bigint): BaseFee => ({
  ...{ mode: 'timeLinear', cliff_fee_numerator: numerator, number_of_period: 0 },
  ...{ period_frequency: 0n, reduction_factor: 0n },
})
/** A fee that follows volatility, with Meteora's defaults. */
export const volatileFee = {
  ...{ dynamic_fee_initialized: 1, max_volatility_accumulator: 14_460_000, variable_fee_control: 956, bin_step: 1 },
  ...{ filter_period: 10, decay_period: 120, reduction_factor: 5_000, bin_step_u128: 1_844_674_407_370_955n },
} as const

/** The state of a pool of this shape. Default: 850 SOL against 206 million tokens, without a price range. */
export function dammV2State({ baseFee, state, transferFees }: DammV2Shape): PoolState {
  return {
    base_fee: encodeBaseFee(baseFee ?? flatFee(2_500_000n)),
    base_fee_padding: 0n,
    ...{ protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20, padding_1: new Uint8Array(3) },
    compounding_fee_bps: 0,
    ...{ dynamic_fee_initialized: 0, dynamic_fee_padding: new Uint8Array(7), max_volatility_accumulator: 0 },
    ...{ variable_fee_control: 0, bin_step: 0, filter_period: 0, decay_period: 0, reduction_factor: 0 },
    ...{ last_update_timestamp: 0n, bin_step_u128: 0n, sqrt_price_reference: 0n },
    ...{ volatility_accumulator: 0n, volatility_reference: 0n, init_sqrt_price: 1n << 59n },
    ...{ token_a_mint: mints[0], token_b_mint: mints[1], token_a_vault: vaults[0], token_b_vault: vaults[1] },
    ...{ whitelisted_vault: systemProgram, padding_2: new Uint8Array(32) },
    ...{ liquidity: 13_261_598_696_000n << 64n, padding_3: 0n, protocol_a_fee: 5n, protocol_b_fee: 6n },
    ...{ dead_liquidity_fee_checkpoint: 0n, padding_4: 0n },
    ...{ sqrt_min_price: priceRange[0], sqrt_max_price: priceRange[1], sqrt_price: 1_182_362_000_000_000_000n },
    ...{ activation_point: 1_700_000_000n, activation_type: 1, pool_status: 0 },
    token_a_flag: transferFees?.[0] === undefined ? 0 : 1,
    token_b_flag: transferFees?.[1] === undefined ? 0 : 1,
    ...{ collect_fee_mode: 0, pool_type: 1, fee_version: 1, padding_5: 0 },
    ...{ fee_a_per_liquidity: new Uint8Array(32), fee_b_per_liquidity: new Uint8Array(32) },
    ...{ permanent_lock_liquidity: 0n, total_lp_a_fee: 0n, total_lp_b_fee: 0n },
    ...{ total_protocol_a_fee: 0n, total_protocol_b_fee: 0n, metrics_padding: new Uint8Array(16) },
    ...{ total_position: 1n, metrics_padding_1: 0n, creator: poolAuthority },
    ...{ token_a_amount: 206_900_000_000_000n, token_b_amount: 850_000_000_000n, layout_version: 1 },
    ...{ padding_6: new Uint8Array(31), reward_infos: new Uint8Array(384) },
    ...state,
  }
}

/** The accounts of a pool of this shape, as the program would leave them. */
export function makeDammV2Pool(shape: DammV2Shape): PoolCase & {
  readonly accounts: Map<Address, AccountSnapshot | null>
} {
  const state = dammV2State(shape)
  const fees = shape.transferFees ?? [undefined, undefined]
  const [programA, programB] = [state.token_a_flag, state.token_b_flag].map(flag =>
    flag === 0 ? tokenProgram : token2022Program,
  ) as [Address, Address]
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1_000_000_000n, executable: false, slot: 7n },
  })
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, poolLayout.encode(state))],
    [mints[0], account(programA, encodeMint(6, fees[0]))],
    [mints[1], account(programB, encodeMint(9, fees[1]))],
    [vaults[0], account(programA, encodeVault(mints[0], state.token_a_amount))],
    [vaults[1], account(programB, encodeVault(mints[1], state.token_b_amount))],
  ])
  return { venue: meteoraDammV2, address: pool, accounts, clock: dammV2Clock, holds: holdingsOf(state) }
}

/** The max that can leave: the whole price range, or the whole reserves. */
function holdingsOf(state: PoolState): readonly [bigint, bigint] {
  const { sqrt_min_price: least, sqrt_price: price, sqrt_max_price: max, liquidity } = state
  if (state.collect_fee_mode === 2) return [state.token_a_amount, state.token_b_amount]
  return [amountA(price, max, liquidity, 'floor'), amountB(least, price, liquidity, 'floor')]
}

function encodeVault(mint: Address, amount: bigint): Uint8Array {
  return tokenAccountLayout.encode({
    ...{ mint, owner: poolAuthority, amount, delegateOption: 0, delegate: systemProgram, state: 1 },
    ...{ isNativeOption: 0, isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
  })
}

function encodeMint(decimals: number, fees: TransferFees | undefined): Uint8Array {
  const base = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 15n, decimals, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  if (fees === undefined) return base
  const data = new Uint8Array(170 + transferFeeConfigLayout.size)
  data.set(base)
  data[165] = 1
  data.set([1, 0, transferFeeConfigLayout.size, 0], 166)
  const transferFeeConfig = transferFeeConfigLayout.encode({
    ...{ transferFeeConfigAuthority: systemProgram, withdrawWithheldAuthority: systemProgram, withheldAmount: 0n },
    olderTransferFee: { epoch: 0n, maximumFee: fees.maximum, transferFeeBasisPoints: fees.bps },
    newerTransferFee: { epoch: 500n, maximumFee: fees.maximum, transferFeeBasisPoints: fees.newerBps },
  })
  data.set(transferFeeConfig, 170)
  return data
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const numerators = fc.oneof(fc.constantFrom(100_000n, 2_500_000n, 500_000_000n), fc.bigInt(100_000n, 990_000_000n))

/** Fees that fall with time from a cliff to a value above zero. */
const linear = fc
  .record({ cliff: numerators, periods: fc.integer({ min: 1, max: 600 }) })
  .chain(({ cliff, periods }) =>
    fc
      .bigInt(1n, (cliff - 90_000n) / BigInt(periods) + 1n)
      .map(factor => ({ cliff, periods: factor * BigInt(periods) > cliff ? 1 : periods, factor })),
  )
const exponential = fc.record({
  cliff: numerators,
  periods: fc.integer({ min: 1, max: 300 }),
  factor: fc.bigInt(1n, 400n),
})

const timeFees: fc.Arbitrary<BaseFee> = fc
  .record({ isLinear: fc.boolean(), line: linear, power: exponential, frequency: magnitudes(22) })
  .map(({ isLinear, line, power, frequency }) => {
    const { cliff, periods, factor } = isLinear ? line : power
    return {
      ...{ mode: isLinear ? 'timeLinear' : 'timeExponential', cliff_fee_numerator: cliff, number_of_period: periods },
      ...{ period_frequency: frequency, reduction_factor: factor },
    }
  })
const marketCapFees: fc.Arbitrary<BaseFee> = fc
  .record({ isLinear: fc.boolean(), line: linear, power: exponential, step: fc.integer({ min: 1, max: 30_000 }) })
  .map(({ isLinear, line, power, step }) => {
    const { cliff, periods, factor } = isLinear ? line : power
    return {
      mode: isLinear ? 'marketCapLinear' : 'marketCapExponential',
      ...{ cliff_fee_numerator: cliff, number_of_period: periods, sqrt_price_step_bps: step },
      ...{ scheduler_expiration_duration: 200_000_000, reduction_factor: factor },
    }
  })
/** A fee that grows with the amount while the limiter applies. */
const limitedFees: fc.Arbitrary<BaseFee> = fc
  .record({
    cliffBps: fc.integer({ min: 1, max: 5_000 }),
    increment: fc.integer({ min: 1, max: 3_000 }),
    moreBps: fc.nat(4_900),
    reference: magnitudes(50),
  })
  .map(({ cliffBps, increment, moreBps, reference }) => ({
    ...{ mode: 'rateLimiter', cliff_fee_numerator: BigInt(cliffBps) * 100_000n, fee_increment_bps: increment },
    ...{ max_limiter_duration: 43_200, max_fee_bps: cliffBps + moreBps, reference_amount: reference },
  }))

/** A price, a range around it and liquidity, so that 62 bits hold the range's input; and matching reserves. */
const concentrated = fc
  .record({
    price: fc.integer({ min: 34, max: 94 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n)),
    isNarrow: fc.boolean(),
    widths: fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 99_999 })),
    liquidityBits: fc.integer({ min: 1, max: 126 }),
    noise: fc.bigInt(0n, (1n << 60n) - 1n),
  })
  .map(({ price, isNarrow, widths, liquidityBits, noise }) => {
    const [below, above] = [(price * BigInt(widths[0])) / 10_000n, (price * BigInt(widths[1])) / 10_000n]
    const clamp = (value: bigint) =>
      value < priceRange[0] ? priceRange[0] : value > priceRange[1] ? priceRange[1] : value
    const [low, high] = isNarrow ? [clamp(price - below - 1n), clamp(price + above + 1n)] : priceRange
    const asked = (1n << BigInt(liquidityBits)) + noise
    const max = [price << 62n, (1n << 190n) / price].reduce((a, b) => (a < b ? a : b))
    const liquidity = asked < max ? asked : max
    return {
      ...{ sqrt_price: price, sqrt_min_price: low, sqrt_max_price: high, liquidity },
      token_a_amount: amountA(price, high, liquidity, 'ceil'),
      token_b_amount: amountB(low, price, liquidity, 'ceil'),
    }
  })
const compounding = fc
  .record({ a: magnitudes(62), b: magnitudes(62), compounding_fee_bps: fc.integer({ min: 1, max: 10_000 }) })
  .map(({ a, b, compounding_fee_bps }) => ({
    ...{ token_a_amount: a, token_b_amount: b, sqrt_price: sqrtPriceOf(a, b), liquidity: 200n << 64n },
    ...{ sqrt_min_price: 0n, sqrt_max_price: (1n << 128n) - 1n, collect_fee_mode: 2, compounding_fee_bps },
  }))
const transferFees = fc.option(fc.record({ bps: fc.nat(10_000), newerBps: fc.nat(10_000), maximum: magnitudes(64) }), {
  nil: undefined,
})
const volatility = fc.option(
  fc.bigInt(0n, 14_460_000n).map(volatility_accumulator => ({ ...volatileFee, volatility_accumulator })),
  { nil: {} },
)
const shares = fc.record({ protocol_fee_percent: fc.integer({ min: 0, max: 50 }), fee_version: fc.constantFrom(0, 1) })

/** Pools of every type that the program can create, except pools whose fee grows with the amount. */
export const dammV2Shapes: fc.Arbitrary<DammV2Shape> = fc
  .record({
    baseFee: fc.oneof(numerators.map(flatFee), timeFees, marketCapFees),
    reserves: fc.oneof(
      fc.tuple(concentrated, fc.constantFrom(0, 1)).map(([one, mode]) => ({ ...one, collect_fee_mode: mode })),
      compounding,
    ),
    volatility,
    shares,
    transferFees: fc.tuple(transferFees, transferFees),
    openedSecondsAgo: magnitudes(27),
    risen: fc.bigInt(1n, 400n),
  })
  .map(({ baseFee, reserves, volatility: dynamic, shares: split, transferFees: fees, openedSecondsAgo, risen }) => ({
    baseFee,
    transferFees: fees,
    state: {
      ...reserves,
      ...dynamic,
      ...split,
      activation_point: dammV2Clock.unixTimestamp - openedSecondsAgo,
      init_sqrt_price: (reserves.sqrt_price * 100n) / risen + 1n,
    },
  }))

/** `dammV2Shapes`, opened. */
export const dammV2Pools: fc.Arbitrary<PoolCase> = dammV2Shapes.map(makeDammV2Pool)

/** Pools whose fee grows with the input of token B. In a tenth of the pools, the limiter has ended. */
export const dammV2LimitedShapes: fc.Arbitrary<DammV2Shape> = fc
  .record({ baseFee: limitedFees, reserves: concentrated, volatility, openedSecondsAgo: fc.bigInt(0n, 48_000n) })
  .map(({ baseFee, reserves, volatility: dynamic, openedSecondsAgo }) => ({
    baseFee,
    state: {
      ...{ ...reserves, ...dynamic, collect_fee_mode: 1 },
      activation_point: dammV2Clock.unixTimestamp - openedSecondsAgo,
    },
  }))

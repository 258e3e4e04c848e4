import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { sha256 } from '@tern/core/internal'
import * as boopPublic from '../src/boop/index.ts'
import * as boopInternal from '../src/boop/internal.ts'
import * as dammV1 from '../src/meteoraDammV1/index.ts'
import * as dammPublic from '../src/meteoraDammV2/index.ts'
import * as dammInternal from '../src/meteoraDammV2/internal.ts'
import * as dbcPublic from '../src/meteoraDbc/index.ts'
import * as dbcInternal from '../src/meteoraDbc/internal.ts'
import * as moonitPublic from '../src/moonit/index.ts'
import * as moonitInternal from '../src/moonit/internal.ts'
import * as pumpAmmPublic from '../src/pumpAmm/index.ts'
import * as pumpAmmInternal from '../src/pumpAmm/internal.ts'
import * as pumpfunPublic from '../src/pumpfun/index.ts'
import * as pumpfunInternal from '../src/pumpfun/internal.ts'
import * as ammV4 from '../src/raydiumAmmV4/index.ts'
import * as ammV4Internal from '../src/raydiumAmmV4/internal.ts'
import * as clmm from '../src/raydiumClmm/index.ts'
import * as cpmm from '../src/raydiumCpmm/index.ts'
import * as cpmmInternal from '../src/raydiumCpmm/internal.ts'
import * as launchlabPublic from '../src/raydiumLaunchlab/index.ts'
import * as launchlabInternal from '../src/raydiumLaunchlab/internal.ts'
import * as stable from '../src/raydiumStable/index.ts'

const boop = { ...boopPublic, ...boopInternal }
const damm = { ...dammPublic, ...dammInternal }
const dbc = { ...dbcPublic, ...dbcInternal }
const moonit = { ...moonitPublic, ...moonitInternal }
const pumpAmm = { ...pumpAmmPublic, ...pumpAmmInternal }
const pumpfun = { ...pumpfunPublic, ...pumpfunInternal }
const launchlab = { ...launchlabPublic, ...launchlabInternal }

/** The address of an account in a test: the hash of its name, so that the name follows from the address. */
export const addressNamed = (name: string): Address => encodeBase58(sha256(new TextEncoder().encode(name))) as Address

/** Accounts for an encoder: any name has an address, unless `given` has another value. */
export function accountsNamed<A extends object>(given: object = {}): A {
  const all = given as Readonly<Record<string | symbol, unknown>>
  return new Proxy(given, { get: (_, name) => (name in all ? all[name] : addressNamed(String(name))) }) as A
}

/** An instruction that an encoder of this package made, whose accounts have the addresses of their names. */
export interface Encoded {
  /** The program's name of it. */
  readonly name: string
  readonly made: Instruction
  /** Set if the encoder derives other accounts from the named accounts. */
  readonly derives?: true
  /** The name of an account that has the address of another name. */
  readonly same?: readonly [name: string, as: string]
}

const [one, two] = [1_000_003n, 70_000_000_007n]
const none = { tick_arrays: ['tick_array_0', 'tick_array_1'].map(addressNamed) }

/** Every instruction of the programs whose encoder takes its accounts by name. */
function encodedByName(): readonly Encoded[] {
  const a = accountsNamed
  return [
    { name: 'swap_base_input', made: cpmm.encodeSwapBaseInput(a(), one, two) },
    { name: 'swap_base_output', made: cpmm.encodeSwapBaseOutput(a(), one, two) },
    {
      name: 'initialize',
      made: cpmmInternal.encodeInitialize(a(), { amount0: one, amount1: two, openTimeSeconds: 5n }),
    },
    { name: 'deposit', made: cpmmInternal.encodeDeposit(a(), { lpAmount: 9n, maxAmount0: one, maxAmount1: two }) },
    { name: 'withdraw', made: cpmmInternal.encodeWithdraw(a(), { lpAmount: 9n, minAmount0: one, minAmount1: two }) },
    { name: 'swap_base_in', made: ammV4.encodeSwapBaseIn(a(), a(), one, two) },
    { name: 'swap_base_out', made: ammV4.encodeSwapBaseOut(a(), a(), one, two) },
    { name: 'swap_base_in_v2', made: ammV4.encodeSwapBaseInV2(a(), one, two) },
    { name: 'swap_base_out_v2', made: ammV4.encodeSwapBaseOutV2(a(), one, two) },
    { name: 'swap_base_in', made: stable.encodeSwapBaseIn(a(), one, two) },
    { name: 'swap_base_out', made: stable.encodeSwapBaseOut(a(), one, two) },
    {
      name: 'deposit',
      made: ammV4Internal.encodeDeposit(a(), a(), 'coin', { maxCoin: one, maxPc: two, otherMin: 9n }),
    },
    {
      name: 'withdraw',
      made: ammV4Internal.encodeWithdraw(a(), a(), { lpAmount: 9n, minCoin: one, minPc: two }),
    },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactIn(a(none), one, two) },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactOut(a(none), one, two) },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactOut(a(none), one, two, 77n) },
    { name: 'swap', made: dammV1.encodeSwap(a(), one, two) },
    { name: 'swap', made: dammV1.encodeSwap(a({ stake: undefined }), one, two) },
    { name: 'swap', made: damm.encodeSwap(a({ instructions: 'hidden' }), one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'exactIn', one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'partialFill', one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'exactOut', one, two) },
    { name: 'swap', made: dbc.encodeSwap(a({ showsInstructions: false }), one, two) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.exactIn) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.partialFill) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.exactOut) },
    { name: 'buy_exact_in', made: launchlab.encodeBuyExactIn(a(), one, two) },
    { name: 'buy_exact_in', made: launchlab.encodeBuyExactIn(a(), one, two, shared) },
    { name: 'buy_exact_out', made: launchlab.encodeBuyExactOut(a(), one, two) },
    { name: 'sell_exact_in', made: launchlab.encodeSellExactIn(a(), one, two) },
    { name: 'sell_exact_out', made: launchlab.encodeSellExactOut(a(), one, two) },
    { name: 'buy_token', made: boop.encodeBuyToken(a(), one, two) },
    { name: 'sell_token', made: boop.encodeSellToken(a(), one, two) },
    { name: 'create_token', made: boop.encodeCreateToken(a(), { ...tokenText, salt: one }) },
    {
      name: 'deploy_bonding_curve',
      made: boop.encodeDeployBondingCurve(a(), { creator: n('creator'), salt: one }),
    },
    { name: 'create_token_fallback', made: boop.encodeCreateToken(a(), { ...tokenText, salt: one }, 'salt') },
    {
      name: 'deploy_bonding_curve_fallback',
      made: boop.encodeDeployBondingCurve(a(), { creator: n('creator'), salt: one }, 'salt'),
    },
    { name: 'graduate', made: boop.encodeGraduate(a()) },
    { name: 'create_raydium_pool', made: boop.encodeCreateRaydiumPool(a()) },
    {
      name: 'token_mint',
      made: moonit.encodeTokenMint(a(), {
        ...{ ...tokenText, decimals: 9, collateral_currency: 0, amount: one, curve_type: 1, migration_target: 0 },
        ...{ price_increase: 0, collateral_collected: two },
      }),
    },
    { name: 'migrate_funds', made: moonit.encodeMigrateFunds(a()) },
    { name: 'buy', made: moonit.encodeBuy(a(), { tokens: one, lamports: two, fixed: 'exactIn' }) },
    { name: 'sell', made: moonit.encodeSell(a(), { tokens: one, lamports: two, fixed: 'exactOut' }) },
    { name: 'buy', made: pumpfun.encodeBuy(a(), one, two) },
    { name: 'buy_exact_sol_in', made: pumpfun.encodeBuyExactSolIn(a(), one, two) },
    { name: 'sell', made: pumpfun.encodeSell(a(), one, two, 'creator') },
    { name: 'sell', made: pumpfun.encodeSell(a(), one, two, 'seller') },
    { name: 'buy_v2', made: pumpfun.encodeBuyV2(a(), one, two) },
    { name: 'buy_exact_quote_in_v2', made: pumpfun.encodeBuyExactQuoteInV2(a(), one, two) },
    { name: 'sell_v2', made: pumpfun.encodeSellV2(a(), one, two) },
    { name: 'buy', made: pumpAmm.encodeBuy(a(), one, two) },
    { name: 'buy_exact_quote_in', made: pumpAmm.encodeBuyExactQuoteIn(a(), one, two) },
    { name: 'sell', made: pumpAmm.encodeSell(a(), one, two) },
    {
      name: 'init_user_volume_accumulator',
      made: pumpAmm.encodeInitUserVolumeAccumulator(n('user'), n(accumulator)),
      same: ['payer', 'user'],
    },
    { name: 'extend_account', made: pumpAmm.encodeExtendAccount(n('account'), n('user')) },
    {
      name: 'init_user_volume_accumulator',
      made: pumpfun.encodeInitUserVolumeAccumulator(n('payer'), n('user'), n(accumulator)),
    },
    {
      name: 'close_user_volume_accumulator',
      made: pumpfun.encodeCloseUserVolumeAccumulator(n('user'), n(accumulator)),
    },
    { name: 'sync_user_volume_accumulator', made: pumpfun.encodeSyncUserVolumeAccumulator(n('user'), n(accumulator)) },
    { name: 'extend_account', made: pumpfun.encodeExtendAccount(n('account'), n('user')) },
    { name: 'collect_creator_fee', made: pumpfun.encodeCollectCreatorFee(n('creator'), n('creator_vault')) },
    { name: 'collect_creator_fee_v2', made: pumpfun.encodeCollectCreatorFeeV2(a()) },
    { name: 'claim_cashback', made: pumpfun.encodeClaimCashback(n('user'), n(accumulator)) },
    { name: 'claim_cashback_v2', made: pumpfun.encodeClaimCashbackV2(a()) },
    { name: 'create', made: pumpfun.encodeCreate(a(), coin) },
    { name: 'create_v2', made: pumpfun.encodeCreateV2(a({ quote: undefined }), coinV2) },
    { name: 'create_v2', made: pumpfun.encodeCreateV2(a({ quote: a() }), coinV2) },
    { name: 'claim_creator_fee', made: launchlab.encodeClaimCreatorFee(a()) },
    { name: 'claim_platform_fee_from_vault', made: launchlab.encodeClaimPlatformFeeFromVault(a()) },
    { name: 'claim_platform_fee', made: launchlab.encodeClaimPlatformFee(a()) },
    { name: 'initialize_v2', made: launchlab.encodeInitializeV2(a(), n('metadata_account'), launched) },
    {
      name: 'initialize_with_token_2022',
      made: launchlab.encodeInitializeWithToken2022(a(), { ...launched, curve: linear, transfer_fee: null }),
    },
    {
      name: 'initialize_with_token_2022',
      made: launchlab.encodeInitializeWithToken2022(a(), { ...launched, transfer_fee: transferFee }),
    },
    { name: 'claim_trading_fee', made: dbc.encodeClaimTradingFee(a(), one, two) },
    { name: 'claim_creator_trading_fee', made: dbc.encodeClaimCreatorTradingFee(a(), one, two) },
    { name: 'initialize_pool', made: damm.encodeInitializePool(a(), { ...priced, activation_point: undefined }) },
    { name: 'initialize_pool', made: damm.encodeInitializePool(a(), { ...priced, activation_point: 5n }) },
    { name: 'initialize_customizable_pool', made: damm.encodeInitializeCustomizablePool(a(), customizable) },
    {
      name: 'initialize_customizable_pool',
      made: damm.encodeInitializeCustomizablePool(a(), { ...customizable, dynamic_fee: undefined }),
    },
  ]
}

/** Instructions whose encoder derives accounts. */
async function encodedByDerivation(): Promise<readonly Encoded[]> {
  const a = accountsNamed
  const launch = {
    ...{ config: n('config'), creator: n('creator'), payer: n('payer'), baseMint: n('base_mint') },
    ...{ quoteMint: n('quote_mint'), quoteProgram: n('token_quote_program') },
    ...{ name: 'Tern', symbol: 'TERN', uri: 'https://tern.example/tern.json' },
  }
  const migration = {
    ...{ user: n('user'), withdrawAuthority: n('withdraw_authority'), tokenProgram: token2022Program },
    quote: { mint: n('quote_mint'), tokenProgram: n('quote_token_program') },
  }
  const toDamm = {
    ...{ payer: n('payer'), pool: n('virtual_pool'), baseProgram: n('token_base_program') },
    ...{ quoteProgram: n('token_quote_program'), firstPositionMint: n('first_position_nft_mint') },
    state: a<Parameters<typeof dbc.encodeMigrateDammV2>[0]['state']>(),
    config: { migration_option: 1, migration_fee_option: 0, quote_mint: n('quote_mint') },
  }
  const toCpswap = {
    ...{ payer: n('payer'), baseMint: n('base_mint'), quoteMint: n('quote_mint'), globalConfig: n('global_config') },
    ...{ baseTokenProgram: n('base_token_program'), quoteTokenProgram: n('quote_token_program') },
    ...{ platformConfig: n('platform_config'), cpswapConfig: n('cpswap_config') },
  }
  const secondPositionMint = n('second_position_nft_mint')
  const made = [
    ['migrate', pumpfun.encodeMigrate({ ...migration, mint: n('mint') })],
    ['migrate_v2', pumpfun.encodeMigrateV2({ ...migration, mint: n('base_mint') })],
    ['initialize_virtual_pool_with_spl_token', dbc.encodeInitializePool({ ...launch, baseProgram: tokenProgram })],
    ['initialize_virtual_pool_with_token2022', dbc.encodeInitializePool({ ...launch, baseProgram: token2022Program })],
    ['migration_damm_v2', dbc.encodeMigrateDammV2(toDamm)],
    ['migration_damm_v2', dbc.encodeMigrateDammV2({ ...toDamm, secondPositionMint })],
    ['migrate_to_cpswap', launchlab.encodeMigrateToCpswap(toCpswap)],
    ['migrate_to_cpswap', launchlab.encodeMigrateToCpswap({ ...toCpswap, cpswapPool: n('cpswap_pool') })],
  ] as const
  return Promise.all(made.map(async ([name, made]) => ({ name, made: await made, derives: true as const })))
}

/** Every instruction that this package's encoders make, without those of a hooked token. */
export const encodedInstructions = async (): Promise<readonly Encoded[]> => [
  ...encodedByName(),
  ...(await encodedByDerivation()),
]

const n = addressNamed
const accumulator = 'user_volume_accumulator'

const tokenText = { name: 'Tern', symbol: 'TERN', uri: 'https://tern.example/tern.json' }
const coin = { ...tokenText, creator: addressNamed('user') }
const coinV2 = {
  ...coin,
  ...{ is_mayhem_mode: false, is_cashback_enabled: false, creator_fee_bps: 0n, is_holder_reward: false },
}
const linear = { type: 'linearPrice', supply: 9n, total_quote_fund_raising: 8n, migrate_type: 1 } as const
const launched = {
  ...{ decimals: 6, name: 'Tern', symbol: '', uri: 'https://tern.example/tern.json' },
  curve: { ...linear, type: 'constantProduct', total_base_sell: 7n } as const,
  ...{ total_locked_amount: 0n, cliff_period: 0n, unlock_period: 0n, amm_fee_on: 0 },
}
const transferFee = { transfer_fee_basis_points: 100, maximum_fee: 5n }
const priced = { liquidity: 2n ** 70n, sqrt_price: 2n ** 64n }
const customizable = {
  ...priced,
  ...{
    base_fee: new Uint8Array(27),
    compounding_fee_bps: 0,
    padding: 0,
    sqrt_min_price: 1n,
    sqrt_max_price: 2n ** 90n,
  },
  ...{ has_alpha_vault: false, activation_type: 0, collect_fee_mode: 0, activation_point: undefined },
  dynamic_fee: {
    ...{ bin_step: 1, bin_step_u128: 1n, filter_period: 1, decay_period: 1, reduction_factor: 1 },
    ...{ max_volatility_accumulator: 1, variable_fee_control: 1 },
  },
}
const shared = { rate: 3n, receiver: addressNamed('share_fee_receiver') }

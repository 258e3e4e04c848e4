import {
  type Address,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { customizablePoolAddress, program, vaultAddress } from '@tern/venues/meteoraDammV2'
import {
  amountA,
  type BaseFee,
  configAddress,
  configLayout,
  encodeBaseFee,
  poolAuthority,
  poolLayout,
  positionAddress,
  positionLayout,
  sqrtPriceOf,
} from '@tern/venues/meteoraDammV2/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeToken2022Account, encodeTokenAccount } from '../../../world/tokenAccounts.ts'

const priceBounds = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n] as const
/** Meteora's defaults: steps of 1 bp, and at most a fifth more for a base fee of 1%. */
const dynamicFee = {
  ...{ dynamic_fee_initialized: 1, max_volatility_accumulator: 14_460_000, variable_fee_control: 956, bin_step: 1 },
  ...{ filter_period: 10, decay_period: 120, reduction_factor: 5_000, bin_step_u128: 1_844_674_407_370_955n },
} as const
const noDynamicFee = {
  ...{ dynamic_fee_initialized: 0, max_volatility_accumulator: 0, variable_fee_control: 0, bin_step: 0 },
  ...{ filter_period: 0, decay_period: 0, reduction_factor: 0, bin_step_u128: 0n },
} as const

/** Places the accounts that pools share: the authority of all vaults, and a public config of 0.25%. */
export async function placeConfigs(genesis: Genesis): Promise<void> {
  placeAccount(genesis, poolAuthority, { owner: systemProgram, data: new Uint8Array() })
  const flat: BaseFee = {
    ...{ mode: 'timeLinear', cliff_fee_numerator: 2_500_000n, number_of_period: 0 },
    ...{ period_frequency: 0n, reduction_factor: 0n },
  }
  const data = configLayout.encode({
    ...{ vault_config_key: systemProgram, pool_creator_authority: systemProgram, base_fee: encodeBaseFee(flat) },
    ...{ ...dynamicFee, dynamic_fee_padding: new Uint8Array(7), dynamic_fee_padding_1: new Uint8Array(8) },
    ...{ protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20, padding_1: new Uint8Array(3) },
    ...{ compounding_fee_bps: 0, padding_2: new Uint8Array(40), activation_type: 1, collect_fee_mode: 0 },
    ...{ config_type: 0, padding_3: new Uint8Array(5), index: 0n, permission: 0n, padding_4: new Uint8Array(64) },
    ...{ sqrt_min_price: priceBounds[0], sqrt_max_price: priceBounds[1] },
  })
  placeAccount(genesis, await configAddress(0n), { owner: program, data })
}

/** A pool to place: a token as token A, against wrapped SOL. */
export interface NewDammV2Pool {
  readonly creator: Address
  /** The mint of the position NFT for the pool's liquidity. No account holds the NFT. */
  readonly nftMint: Address
  readonly mint: Address
  readonly mintProgram: Address
  readonly transferFeeBps: number
  /** Raw units. A pool with a price range takes fewer. */
  readonly tokens: bigint
  readonly lamports: bigint
  readonly liquidity: 'all' | 'range' | 'compounding'
  readonly baseFee: BaseFee
  readonly isVolatile: boolean
  readonly openTimeSeconds: bigint
}

/** Computes the price, the range, the liquidity and the reserves of a new pool. */
function beginningOf({ tokens, lamports, liquidity: kind }: NewDammV2Pool) {
  const sqrt_price = sqrtPriceOf(tokens, lamports)
  if (kind === 'compounding')
    return {
      ...{ sqrt_price, sqrt_min_price: 0n, sqrt_max_price: (1n << 128n) - 1n, token_a_amount: tokens },
      ...{ token_b_amount: lamports, liquidity: tokens * sqrt_price, collect_fee_mode: 2, compounding_fee_bps: 5_000 },
    }
  const [sqrt_min_price, sqrt_max_price] = kind === 'all' ? priceBounds : [sqrt_price / 3n, sqrt_price * 3n]
  const liquidity = (lamports << 128n) / (sqrt_price - sqrt_min_price)
  return {
    ...{ sqrt_price, sqrt_min_price, sqrt_max_price, liquidity, token_b_amount: lamports, compounding_fee_bps: 0 },
    ...{ token_a_amount: amountA(sqrt_price, sqrt_max_price, liquidity, 'ceil'), collect_fee_mode: 1 },
  }
}

/**
 * Places a pool in the state after `initialize_customizable_pool`, with its vaults and a position.
 * The position's liquidity is locked permanently.
 * @returns its address, and the raw units of the token in it.
 */
export async function placeDammV2Pool(genesis: Genesis, pool: NewDammV2Pool) {
  const address = await customizablePoolAddress(pool.mint, wrappedNativeMint)
  const [vaultA, vaultB] = [await vaultAddress(pool.mint, address), await vaultAddress(wrappedNativeMint, address)]
  const beginning = beginningOf(pool)
  const held = { mint: pool.mint, owner: poolAuthority, amount: beginning.token_a_amount }
  const isToken2022 = pool.mintProgram === token2022Program
  const vaultData = isToken2022
    ? encodeToken2022Account(held, pool.transferFeeBps > 0 ? ['transferFeeAmount'] : [])
    : encodeTokenAccount(held)
  placeAccount(genesis, vaultA, { owner: pool.mintProgram, data: vaultData })
  const nativeReserve = rentExemption(165)
  const wrapped = { mint: wrappedNativeMint, owner: poolAuthority, amount: pool.lamports, nativeReserve }
  placeAccount(genesis, vaultB, {
    owner: tokenProgram,
    data: encodeTokenAccount(wrapped),
    lamportsOnTop: pool.lamports,
  })
  const data = poolLayout.encode({
    ...{ ...beginning, init_sqrt_price: beginning.sqrt_price, permanent_lock_liquidity: beginning.liquidity },
    ...{ base_fee: encodeBaseFee(pool.baseFee), ...(pool.isVolatile ? dynamicFee : noDynamicFee) },
    ...{ base_fee_padding: 0n, protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20 },
    ...{ padding_1: new Uint8Array(3), dynamic_fee_padding: new Uint8Array(7), last_update_timestamp: 0n },
    ...{ sqrt_price_reference: 0n, volatility_accumulator: 0n, volatility_reference: 0n, token_a_mint: pool.mint },
    ...{ token_b_mint: wrappedNativeMint, token_a_vault: vaultA, token_b_vault: vaultB },
    ...{ whitelisted_vault: systemProgram, padding_2: new Uint8Array(32), padding_3: 0n, protocol_a_fee: 0n },
    ...{ protocol_b_fee: 0n, dead_liquidity_fee_checkpoint: 0n, padding_4: 0n, activation_type: 1 },
    ...{ activation_point: pool.openTimeSeconds, pool_status: 0, token_a_flag: isToken2022 ? 1 : 0, token_b_flag: 0 },
    ...{ pool_type: 1, fee_version: 1, padding_5: 0, fee_a_per_liquidity: new Uint8Array(32) },
    ...{ fee_b_per_liquidity: new Uint8Array(32), total_lp_a_fee: 0n, total_lp_b_fee: 0n, total_protocol_a_fee: 0n },
    ...{ total_protocol_b_fee: 0n, metrics_padding: new Uint8Array(16), total_position: 1n, metrics_padding_1: 0n },
    ...{ creator: pool.creator, layout_version: 1, padding_6: new Uint8Array(31), reward_infos: new Uint8Array(384) },
  })
  placeAccount(genesis, address, { owner: program, data })
  await placePosition(genesis, address, pool.nftMint, beginning.liquidity)
  return { address, tokens: beginning.token_a_amount }
}

async function placePosition(genesis: Genesis, pool: Address, nftMint: Address, locked: bigint): Promise<void> {
  const data = positionLayout.encode({
    ...{ pool, nft_mint: nftMint, permanent_locked_liquidity: locked, unlocked_liquidity: 0n, vested_liquidity: 0n },
    ...{ fee_a_per_token_checkpoint: new Uint8Array(32), fee_b_per_token_checkpoint: new Uint8Array(32) },
    ...{ fee_a_pending: 0n, fee_b_pending: 0n, total_claimed_a_fee: 0n, total_claimed_b_fee: 0n },
    ...{ reward_infos: new Uint8Array(96), inner_vesting: new Uint8Array(80), delegate_permission: 0 },
    padding: new Uint8Array(12),
  })
  placeAccount(genesis, await positionAddress(nftMint), { owner: program, data })
}

import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, systemProgram, token2022Program } from '@tern/core'
import { bool, bytes, u8, u16, u64, u128 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { borsh, option, type Record } from '../borsh.ts'
import { eventAuthority, poolAuthority, program } from './addresses.ts'
import { dynamicFeeLayout } from './dynamicFee.ts'

/** `initialize_pool` (initialize_pool/ix_initialize_pool.rs): everything but the price and the size is the config's. */
export const initializePoolLayout = borsh(
  'initialize_pool',
  { liquidity: u128, sqrt_price: u128, activation_point: option(u64) },
  { discriminator: [0x5f, 0xb4, 0x0a, 0xac, 0x54, 0xae, 0xe8, 0x28] },
)

/** `initialize_customizable_pool` (initialize_pool/ix_initialize_customizable_pool.rs). `base_fee` as `encodeBaseFeeParameters` writes it. */
export const initializeCustomizablePoolLayout = borsh(
  'initialize_customizable_pool',
  {
    base_fee: bytes(27),
    compounding_fee_bps: u16,
    padding: u8,
    dynamic_fee: option(dynamicFeeLayout),
    sqrt_min_price: u128,
    sqrt_max_price: u128,
    has_alpha_vault: bool,
    liquidity: u128,
    sqrt_price: u128,
    activation_type: u8,
    collect_fee_mode: u8,
    activation_point: option(u64),
  },
  { discriminator: [0x14, 0xa1, 0xf1, 0x18, 0xbd, 0xdd, 0xb4, 0x02] },
)

/** The start values of a pool of a config. */
export type PoolParameters = Record<typeof initializePoolLayout>
/** The start values of a pool with its creator's own fees. */
export type CustomizablePoolParameters = Record<typeof initializeCustomizablePoolLayout>

/** The accounts of `InitializePoolCtx` and `InitializeCustomizablePoolCtx`, by the program's names. Constant accounts are left out. */
export interface CreatePoolAccounts {
  readonly creator: Address
  /** A new mint. It signs. */
  readonly position_nft_mint: Address
  readonly position_nft_account: Address
  readonly payer: Address
  readonly pool: Address
  readonly position: Address
  readonly token_a_mint: Address
  readonly token_b_mint: Address
  readonly token_a_vault: Address
  readonly token_b_vault: Address
  readonly payer_token_a: Address
  readonly payer_token_b: Address
  readonly token_a_program: Address
  readonly token_b_program: Address
}

function createAccounts(a: CreatePoolAccounts, config: readonly AccountMeta[]): readonly AccountMeta[] {
  return [
    readonly(a.creator),
    writableSigner(a.position_nft_mint),
    writable(a.position_nft_account),
    writableSigner(a.payer),
    ...config,
    readonly(poolAuthority),
    writable(a.pool),
    writable(a.position),
    readonly(a.token_a_mint),
    readonly(a.token_b_mint),
    writable(a.token_a_vault),
    writable(a.token_b_vault),
    writable(a.payer_token_a),
    writable(a.payer_token_b),
    readonly(a.token_a_program),
    readonly(a.token_b_program),
    readonly(token2022Program),
    readonly(systemProgram),
    readonly(eventAuthority),
    readonly(program),
  ]
}

/** Creates the pool of a config, at `poolAddress`. */
export function encodeInitializePool(
  a: CreatePoolAccounts & { readonly config: Address },
  parameters: PoolParameters,
): Instruction {
  const data = initializePoolLayout.encode(parameters)
  return { programAddress: program, accounts: createAccounts(a, [readonly(a.config)]), data }
}

/** Creates a pool with fees of its own, at `customizablePoolAddress`. */
export function encodeInitializeCustomizablePool(
  a: CreatePoolAccounts,
  parameters: CustomizablePoolParameters,
): Instruction {
  const data = initializeCustomizablePoolLayout.encode(parameters)
  return { programAddress: program, accounts: createAccounts(a, []), data }
}

import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { address, rentSysvar, struct } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { configAddress, program, vaultAuthority } from './addresses.ts'

/** `graduate`: takes the lamports and the stakers' tokens out of a complete curve. */
export const graduateLayout = struct(
  'graduate',
  8,
  {},
  { discriminator: [0x2d, 0xeb, 0xe1, 0xb5, 0x11, 0xda, 0x40, 0x82] },
)

/** `create_raydium_pool`: makes a pool of CP-Swap from a graduated curve. */
export const createRaydiumPoolLayout = struct(
  'create_raydium_pool',
  8,
  {},
  { discriminator: [0x41, 0x2d, 0x77, 0x4d, 0xcc, 0xb2, 0x54, 0x02] },
)

/** `RaydiumPoolCreatedEvent`. */
export const raydiumPoolCreatedEventLayout = struct(
  'RaydiumPoolCreatedEvent',
  72,
  { pool_state: address, mint: address },
  { discriminator: [0xaa, 0xb2, 0x15, 0xd7, 0x54, 0xde, 0x22, 0x65] },
)

/** The accounts of `graduate`, by the program's names. Constant accounts are left out. */
export interface GraduateAccounts {
  readonly mint: Address
  readonly protocol_fee_recipient: Address
  readonly token_distributor: Address
  readonly token_distributor_token_account: Address
  readonly bonding_curve_sol_vault: Address
  readonly bonding_curve: Address
  readonly bonding_curve_vault: Address
  readonly bonding_curve_wsol_account: Address
  readonly operator: Address
}

/** Graduates a complete curve. The operator must be in the program's settings. */
export function encodeGraduate(a: GraduateAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(a.mint),
      readonly(wrappedNativeMint),
      writable(a.protocol_fee_recipient),
      readonly(a.token_distributor),
      writable(a.token_distributor_token_account),
      readonly(vaultAuthority),
      writable(a.bonding_curve_sol_vault),
      writable(a.bonding_curve),
      writable(a.bonding_curve_vault),
      writable(a.bonding_curve_wsol_account),
      writableSigner(a.operator),
      ...[configAddress, systemProgram, tokenProgram, associatedTokenProgram].map(readonly),
    ],
    data: graduateLayout.encode({}),
  }
}

/** The accounts of `create_raydium_pool`, by the program's names. Constant accounts of the program are left out. */
export interface CreateRaydiumPoolAccounts {
  readonly cpmm_program: Address
  readonly amm_config: Address
  readonly authority: Address
  readonly pool_state: Address
  readonly token_0_mint: Address
  /** The wrapped mint. */
  readonly token_1_mint: Address
  readonly lp_mint: Address
  readonly bonding_curve: Address
  readonly bonding_curve_vault: Address
  readonly bonding_curve_wsol_vault: Address
  readonly creator_lp_token: Address
  readonly token_0_vault: Address
  readonly token_1_vault: Address
  readonly create_pool_fee: Address
  readonly observation_state: Address
  readonly operator: Address
}

/** Makes the pool of a graduated curve. The mint must be below the wrapped mint, because it is the pool's token 0. */
export function encodeCreateRaydiumPool(a: CreateRaydiumPoolAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(a.cpmm_program),
      readonly(a.amm_config),
      readonly(a.authority),
      writable(a.pool_state),
      writable(a.token_0_mint),
      readonly(a.token_1_mint),
      writable(a.lp_mint),
      writable(vaultAuthority),
      writable(a.bonding_curve),
      writable(a.bonding_curve_vault),
      writable(a.bonding_curve_wsol_vault),
      writable(a.creator_lp_token),
      writable(a.token_0_vault),
      writable(a.token_1_vault),
      writable(a.create_pool_fee),
      writable(a.observation_state),
      writableSigner(a.operator),
      ...[configAddress, tokenProgram, associatedTokenProgram, systemProgram, rentSysvar].map(readonly),
    ],
    data: createRaydiumPoolLayout.encode({}),
  }
}

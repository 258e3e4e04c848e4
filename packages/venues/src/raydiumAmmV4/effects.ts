import { struct, u8, u64 } from '@tern/core/internal'
import { classicToken, effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapBaseInLayout, swapBaseInV2Layout, swapBaseOutLayout, swapBaseOutV2Layout } from './instructions.ts'
import { depositLayout, withdrawLayout } from './liquidityInstructions.ts'

/** `Initialize2` (instruction.rs). */
const initialize2Layout = struct(
  'initialize2',
  26,
  { nonce: u8, open_time: u64, init_pc_amount: u64, init_coin_amount: u64 },
  { discriminator: [1] },
)

const swap = {
  // Older callers also name the target orders.
  accounts: `token_program amm amm_authority amm_open_orders amm_target_orders? amm_coin_vault amm_pc_vault market_program \
    market market_bids market_asks market_event_queue market_coin_vault market_pc_vault market_vault_signer \
    user_source user_destination user_source_owner`,
  kind: 'swap',
  wallet: ['user_source_owner'],
  pool: 'amm',
} as const
const swapV2 = {
  ...swap,
  accounts: `token_program amm amm_authority amm_coin_vault amm_pc_vault user_source user_destination user_source_owner`,
} as const
const input = { account: 'user_source', mint: { heldBy: 'user_source' }, tokenProgram: classicToken } as const
const output = {
  account: 'user_destination',
  mint: { heldBy: 'user_destination' },
  tokenProgram: classicToken,
} as const
const exactIn = {
  mode: 'exactIn',
  takes: [{ ...input, max: 'amount_in' }],
  brings: [{ ...output, min: 'minimum_amount_out' }],
} as const
const exactOut = {
  mode: 'exactOut',
  takes: [{ ...input, max: 'max_amount_in' }],
  brings: [{ ...output, min: 'amount_out' }],
} as const

const liquidity =
  'token_program amm amm_authority amm_open_orders amm_target_orders amm_lp_mint amm_coin_vault amm_pc_vault' as const
const coinSide = { account: 'user_coin', mint: { heldBy: 'user_coin' }, tokenProgram: classicToken } as const
const pcSide = { account: 'user_pc', mint: { heldBy: 'user_pc' }, tokenProgram: classicToken } as const
const shares = { account: 'user_lp', mint: 'amm_lp_mint', tokenProgram: classicToken, isShare: true } as const

const create = {
  landedOnly: true,
  kind: 'create',
  wallet: ['user_wallet'],
  pool: 'amm',
  mints: ['amm_coin_mint', 'amm_pc_mint'],
} as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapBaseInLayout, { ...swap, ...exactIn }),
    effect(swapBaseOutLayout, { ...swap, ...exactOut }),
    effect(swapBaseInV2Layout, { ...swapV2, ...exactIn }),
    effect(swapBaseOutV2Layout, { ...swapV2, ...exactOut }),
    effect(depositLayout, {
      accounts: `${liquidity} market user_coin user_pc user_lp owner market_event_queue`,
      optionalBytes: 8,
      landedOnly: true,
      kind: 'place',
      wallet: ['owner'],
      pool: 'amm',
      into: 'amm',
      takes: [
        { ...coinSide, max: 'max_coin_amount' },
        { ...pcSide, max: 'max_pc_amount' },
      ],
      brings: [{ ...shares, min: 0n }],
    }),
    effect(withdrawLayout, {
      accounts: `${liquidity} padding_1? padding_2? market_program market market_coin_vault market_pc_vault market_vault_signer \
        user_lp user_coin user_pc owner market_event_queue market_bids market_asks`,
      optionalBytes: 16,
      landedOnly: true,
      kind: 'withdraw',
      wallet: ['owner'],
      pool: 'amm',
      takes: [{ ...shares, max: 'amount' }],
      brings: [
        { ...coinSide, min: 'min_coin_amount' },
        { ...pcSide, min: 'min_pc_amount' },
      ],
    }),
    effect(initialize2Layout, {
      ...create,
      accounts: `token_program associated_token_program system_program rent amm amm_authority amm_open_orders amm_lp_mint \
        amm_coin_mint amm_pc_mint amm_coin_vault amm_pc_vault amm_target_orders amm_config create_fee_destination \
        market_program market user_wallet user_token_coin user_token_pc user_token_lp`,
    }),
    // Since July 2026, callers may leave out the open orders and the market's program.
    effect(initialize2Layout, {
      ...create,
      accounts: `token_program associated_token_program system_program rent amm amm_authority amm_lp_mint amm_coin_mint \
        amm_pc_mint amm_coin_vault amm_pc_vault amm_target_orders amm_config create_fee_destination market user_wallet \
        user_token_coin user_token_pc user_token_lp`,
    }),
  ],
}

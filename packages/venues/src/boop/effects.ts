import { anchorInstruction, effect, everything, native, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import {
  createTokenFallbackLayout,
  createTokenLayout,
  deployBondingCurveFallbackLayout,
  deployBondingCurveLayout,
} from './launchInstructions.ts'
import { createRaydiumPoolLayout, graduateLayout } from './migrateInstructions.ts'
import { buyTokenLayout, sellTokenLayout } from './tradeInstructions.ts'

const curve = 'mint bonding_curve trading_fees_vault bonding_curve_vault bonding_curve_sol_vault' as const
const trade = { kind: 'swap', mode: 'exactIn', pool: 'bonding_curve' } as const

/** No public binary proves the cost of these instructions, and no action of Tern signs them. */
const landed = { landedOnly: true, programFee: everything } as const
const create = {
  ...landed,
  kind: 'open',
  accounts: 'config metadata mint payer rent system_program token_program token_metadata_program',
  wallet: ['payer'],
  mints: ['mint'],
  opens: [{ account: 'mint', maxRent: everything }],
} as const
const launch = {
  ...landed,
  kind: 'launch',
  accounts: `mint vault_authority bonding_curve bonding_curve_sol_vault bonding_curve_vault config payer system_program \
    token_program associated_token_program`,
  wallet: ['payer'],
  pool: 'bonding_curve',
  mints: ['mint'],
} as const
/** The operator moves a complete curve: first `graduate`, then an instruction that creates the pool. */
const migrate = { ...landed, kind: 'migrate', wallet: ['operator'], pool: 'bonding_curve' } as const
const raydiumPool = `cpmm_program amm_config authority pool_state token_0_mint token_1_mint lp_mint vault_authority \
  bonding_curve bonding_curve_vault bonding_curve_wsol_vault creator_lp_token token_0_vault token_1_vault \
  create_pool_fee observation_state operator config token_program associated_token_program system_program rent` as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(buyTokenLayout, {
      ...trade,
      accounts: `${curve} recipient_token_account buyer config vault_authority wsol system_program token_program \
        associated_token_program`,
      wallet: ['buyer'],
      takes: [{ account: 'buyer', mint: native, max: 'buy_amount' }],
      brings: [
        {
          ...{ account: 'recipient_token_account', mint: 'mint', tokenProgram: 'token_program' },
          min: 'amount_out_min',
        },
      ],
      // The fees wait in a wrapped account that the first buy opens.
      opens: [
        {
          account: 'trading_fees_vault',
          maxRent: { tokenAccount: { mint: 'wsol', tokenProgram: 'token_program' } },
        },
      ],
    }),
    effect(sellTokenLayout, {
      ...trade,
      accounts: `${curve} seller_token_account seller recipient config system_program token_program \
        associated_token_program`,
      wallet: ['seller'],
      mayBeWallet: ['recipient'],
      takes: [{ account: 'seller_token_account', mint: 'mint', tokenProgram: 'token_program', max: 'sell_amount' }],
      brings: [{ account: 'recipient', mint: native, min: 'amount_out_min' }],
    }),
    effect(createTokenLayout, create),
    effect(createTokenFallbackLayout, create),
    effect(deployBondingCurveLayout, launch),
    effect(deployBondingCurveFallbackLayout, launch),
    effect(graduateLayout, {
      ...migrate,
      accounts: `mint wsol protocol_fee_recipient token_distributor token_distributor_token_account vault_authority \
        bonding_curve_sol_vault bonding_curve bonding_curve_vault bonding_curve_wsol_account operator config \
        system_program token_program associated_token_program`,
      mints: ['mint'],
    }),
    effect(createRaydiumPoolLayout, {
      ...migrate,
      accounts: raydiumPool,
      mints: ['token_0_mint'],
      to: 'pool_state',
    }),
    effect(anchorInstruction('create_raydium_random_pool'), {
      ...migrate,
      accounts: raydiumPool,
      mints: ['token_0_mint'],
      to: 'pool_state',
    }),
    effect(
      { ...anchorInstruction('deposit_into_raydium'), size: 32 },
      {
        ...migrate,
        accounts: `config amm_config operator operator_wsol_account vault_authority authority pool_state token_0_vault \
          token_1_vault bonding_curve_vault bonding_curve_wsol_vault token_program token_program_2022 system_program \
          associated_token_program lp_mint cpmm_program owner_lp_token bonding_curve token_0_mint token_1_mint`,
        mints: ['token_0_mint'],
        to: 'pool_state',
      },
    ),
    effect(anchorInstruction('create_meteora_pool'), {
      ...migrate,
      accounts: `operator config vault_authority cp_amm_config pool_authority pool position position_nft_mint \
        position_nft_account token_a_mint token_b_mint token_a_vault token_b_vault bonding_curve bonding_curve_vault \
        bonding_curve_wsol_vault token_program token_2022_program system_program event_authority cp_amm_program`,
      mints: ['token_a_mint'],
      to: 'pool',
    }),
  ],
}

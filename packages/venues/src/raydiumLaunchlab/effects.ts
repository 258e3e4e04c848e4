import { anchorInstruction, effect, everything, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { claimCreatorFeeLayout, claimPlatformFeeFromVaultLayout, claimPlatformFeeLayout } from './claimInstructions.ts'
import { initializeV2Layout, initializeWithToken2022Layout } from './createInstructions.ts'
import { migrateToAmmLayout, migrateToCpswapLayout } from './migrateInstructions.ts'
import { buyExactInLayout, buyExactOutLayout, sellExactInLayout, sellExactOutLayout } from './tradeInstructions.ts'

const inQuote = { tokenAccount: { mint: 'quote_token_mint', tokenProgram: 'quote_token_program' } } as const
const trade = {
  accounts: `payer authority global_config platform_config pool_state user_base_token user_quote_token base_vault quote_vault \
    base_token_mint quote_token_mint base_token_program quote_token_program event_authority program share_fee_receiver? \
    system_program platform_fee_vault creator_fee_vault`,
  minLandedAccounts: 15,
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool_state',
  config: 'platform_config',
  mints: ['base_token_mint', 'quote_token_mint'],
  // The fees of platform and creator wait in token accounts that the first trade opens.
  opens: [
    { account: 'platform_fee_vault', maxRent: inQuote },
    { account: 'creator_fee_vault', maxRent: inQuote },
  ],
} as const
const base = { account: 'user_base_token', mint: 'base_token_mint', tokenProgram: 'base_token_program' } as const
const quote = { account: 'user_quote_token', mint: 'quote_token_mint', tokenProgram: 'quote_token_program' } as const

const launched = `payer creator global_config platform_config authority pool_state base_mint quote_mint base_vault \
  quote_vault` as const
// No public binary proves the cost of a launch or a migration.
const launch = {
  kind: 'launch',
  wallet: ['payer', 'creator'],
  signs: ['base_mint'],
  pool: 'pool_state',
  config: 'platform_config',
  mints: ['base_mint'],
  programFee: everything,
} as const
const migrate = {
  kind: 'migrate',
  wallet: ['payer'],
  pool: 'pool_state',
  mints: ['base_mint'],
  programFee: everything,
} as const

/** A claim pays all unclaimed fees in a quote token. It opens the claimer's associated account if that is missing. */
function claimOf<const W extends string>(owner: W) {
  const account = { account: 'recipient_token_account', mint: 'quote_mint' } as const
  return {
    kind: 'claim',
    wallet: [owner],
    brings: [{ ...account, tokenProgram: 'token_program', min: 0n }],
    opens: [{ ...account, owner, maxRent: { tokenAccount: { mint: 'quote_mint', tokenProgram: 'token_program' } } }],
  } as const
}

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(buyExactInLayout, {
      ...trade,
      mode: 'exactIn',
      takes: [{ ...quote, max: 'amount_in' }],
      brings: [{ ...base, min: 'minimum_amount_out' }],
    }),
    effect(buyExactOutLayout, {
      ...trade,
      mode: 'exactOut',
      takes: [{ ...quote, max: 'maximum_amount_in' }],
      brings: [{ ...base, min: 'amount_out' }],
    }),
    effect(sellExactInLayout, {
      ...trade,
      mode: 'exactIn',
      takes: [{ ...base, max: 'amount_in' }],
      brings: [{ ...quote, min: 'minimum_amount_out' }],
    }),
    effect(sellExactOutLayout, {
      ...trade,
      mode: 'exactOut',
      takes: [{ ...base, max: 'maximum_amount_in' }],
      brings: [{ ...quote, min: 'amount_out' }],
    }),
    effect(initializeV2Layout, {
      ...launch,
      accounts: `${launched} metadata_account base_token_program quote_token_program metadata_program system_program \
        rent_program event_authority program`,
    }),
    effect(initializeWithToken2022Layout, {
      ...launch,
      accounts: `${launched} base_token_program quote_token_program system_program event_authority program`,
    }),
    // The program refuses it today.
    effect(anchorInstruction('initialize'), {
      ...launch,
      landedOnly: true,
      accounts: `${launched} metadata_account base_token_program quote_token_program metadata_program system_program \
        rent_program event_authority program`,
    }),
    effect(migrateToCpswapLayout, {
      ...migrate,
      accounts: `payer base_mint quote_mint platform_config cpswap_program cpswap_pool cpswap_authority cpswap_lp_mint \
        cpswap_base_vault cpswap_quote_vault cpswap_config cpswap_create_pool_fee cpswap_observation cpswap_permission_pda \
        lock_program lock_authority lock_lp_vault authority pool_state global_config base_vault quote_vault pool_lp_token \
        base_token_program quote_token_program associated_token_program system_program rent_program metadata_program`,
      config: 'platform_config',
      to: 'cpswap_pool',
    }),
    effect(migrateToAmmLayout, {
      ...migrate,
      accounts: `payer base_mint quote_mint openbook_program market request_queue event_queue bids asks market_vault_signer \
        market_base_vault market_quote_vault amm_program amm_pool amm_authority amm_open_orders amm_lp_mint amm_base_vault \
        amm_quote_vault amm_target_orders amm_config amm_create_fee_destination authority pool_state global_config \
        base_vault quote_vault pool_lp_token spl_token_program associated_token_program system_program rent_program`,
      to: 'amm_pool',
    }),
    effect(claimCreatorFeeLayout, {
      ...claimOf('creator'),
      accounts: `creator fee_vault_authority creator_fee_vault recipient_token_account quote_mint token_program \
        system_program associated_token_program`,
    }),
    effect(claimPlatformFeeFromVaultLayout, {
      ...claimOf('platform_fee_wallet'),
      accounts: `platform_fee_wallet fee_vault_authority platform_config platform_fee_vault recipient_token_account \
        quote_mint token_program system_program associated_token_program`,
    }),
    effect(claimPlatformFeeLayout, {
      ...claimOf('platform_fee_wallet'),
      accounts: `platform_fee_wallet authority pool_state platform_config quote_vault recipient_token_account quote_mint \
        token_program system_program associated_token_program`,
    }),
  ],
}

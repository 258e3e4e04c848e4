import { bought, effect, everything, itself, type ProgramEffects, paid } from '../effects/language.ts'
import { program } from './addresses.ts'
import { claimCreatorTradingFeeLayout, claimTradingFeeLayout } from './claimInstructions.ts'
import { createConfigLayout } from './createConfig.ts'
import { hookedSwapDiscriminator } from './hookedInstructions.ts'
import { initializeHookedLayout, initializeSplLayout, initializeToken2022Layout } from './launchInstructions.ts'
import { migrateDammV1Layout, migrateDammV2Layout } from './migrateInstructions.ts'
import { swap2Layout, swapLayout, swapModes } from './swapInstructions.ts'

const own =
  `pool_authority config pool input_token_account output_token_account base_vault quote_vault base_mint quote_mint \
  payer token_base_program token_quote_program referral_token_account event_authority program` as const
const swap = {
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool',
  config: 'config',
  mints: ['base_mint', 'quote_mint'],
  eitherOf: [
    { mint: 'base_mint', tokenProgram: 'token_base_program' },
    { mint: 'quote_mint', tokenProgram: 'token_quote_program' },
  ],
} as const
const input = { account: 'input_token_account', mint: paid } as const
const output = { account: 'output_token_account', mint: bought } as const

const fixedIn = {
  mode: 'exactIn',
  takes: [{ ...input, max: 'amount_0' }],
  brings: [{ ...output, min: 'amount_1' }],
} as const
const modes = [
  { ...fixedIn, when: { swap_mode: swapModes.exactIn } },
  // A partial fill takes at most the input, as an exact input does.
  { ...fixedIn, when: { swap_mode: swapModes.partialFill } },
  {
    when: { swap_mode: swapModes.exactOut },
    mode: 'exactOut',
    takes: [{ ...input, max: 'amount_1' }],
    brings: [{ ...output, min: 'amount_0' }],
  },
] as const

/** `swap2` with a list of slices at the end. */
const hookedLayout = {
  name: 'swap2_with_transfer_hook',
  discriminator: Uint8Array.from(hookedSwapDiscriminator),
  offsets: swap2Layout.offsets,
  tail: `${swap2Layout.size},l2`,
}

const launched = 'config pool_authority creator base_mint quote_mint pool base_vault quote_vault' as const
// A config may ask for any fee for creating a pool.
const launch = {
  kind: 'launch',
  wallet: ['payer', 'creator'],
  signs: ['base_mint'],
  pool: 'pool',
  config: 'config',
  mints: ['base_mint'],
  programFee: everything,
} as const
const migrate = {
  kind: 'migrate',
  wallet: ['payer'],
  pool: 'virtual_pool',
  to: 'pool',
  config: 'config',
  programFee: everything,
} as const

const claimed =
  `pool token_a_account token_b_account base_vault quote_vault base_mint quote_mint claimer token_base_program \
  token_quote_program event_authority program` as const
// The amounts in the bytes are maximums. No byte states a minimum.
const claim = {
  kind: 'claim',
  wallet: ['claimer'],
  pool: 'pool',
  brings: [
    { account: 'token_a_account', mint: 'base_mint', tokenProgram: 'token_base_program', min: 0n },
    { account: 'token_b_account', mint: 'quote_mint', tokenProgram: 'token_quote_program', min: 0n },
  ],
} as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapLayout, {
      ...swap,
      accounts: `${own} instructions?`,
      mode: 'exactIn',
      takes: [{ ...input, max: 'amount_in' }],
      brings: [{ ...output, min: 'minimum_amount_out' }],
    }),
    effect(swap2Layout, { ...swap, accounts: `${own} instructions?` }, ...modes),
    effect(hookedLayout, { ...swap, accounts: `${own} given*`, slices: true, handedOn: 'given' }, ...modes),
    effect(initializeSplLayout, {
      ...launch,
      accounts: `${launched} mint_metadata metadata_program payer token_quote_program token_program system_program \
        event_authority program`,
    }),
    effect(initializeToken2022Layout, {
      ...launch,
      accounts: `${launched} payer token_quote_program token_program system_program event_authority program`,
    }),
    effect(initializeHookedLayout, {
      ...launch,
      accounts: `${launched} transfer_hook_program payer token_quote_program token_program system_program event_authority \
        program`,
    }),
    effect(
      migrateDammV2Layout,
      {
        ...migrate,
        accounts: `virtual_pool migration_metadata config pool_authority pool first_position_nft_mint \
          first_position_nft_account first_position second_position_nft_mint second_position_nft_account second_position \
          damm_pool_authority amm_program base_mint quote_mint token_a_vault token_b_vault base_vault quote_vault payer \
          token_base_program token_quote_program token_2022_program damm_event_authority system_program damm_config`,
        minLandedAccounts: 25,
        mints: ['base_mint'],
      },
      { when: { second_position_nft_mint: itself }, signs: ['first_position_nft_mint'] },
      { signs: ['first_position_nft_mint', 'second_position_nft_mint'] },
    ),
    effect(migrateDammV1Layout, {
      ...migrate,
      accounts: `virtual_pool migration_metadata config pool_authority pool damm_config lp_mint token_a_mint token_b_mint \
        a_vault b_vault a_token_vault b_token_vault a_vault_lp_mint b_vault_lp_mint a_vault_lp b_vault_lp base_vault \
        quote_vault virtual_pool_lp protocol_token_a_fee protocol_token_b_fee payer rent mint_metadata metadata_program \
        amm_program vault_program token_program associated_token_program system_program`,
      mints: ['token_a_mint'],
    }),
    effect(claimTradingFeeLayout, { ...claim, accounts: `pool_authority config ${claimed}` }),
    effect(claimCreatorTradingFeeLayout, { ...claim, accounts: `pool_authority ${claimed}` }),
    effect(createConfigLayout, {
      accounts: 'config fee_claimer leftover_receiver quote_mint payer system_program event_authority program',
      kind: 'open',
      wallet: ['payer'],
      mayBeWallet: ['fee_claimer', 'leftover_receiver'],
      signs: ['config'],
      opens: [{ account: 'config', maxRent: everything }],
    }),
  ],
}

import { anchorInstruction, effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapLayout } from './instructions.ts'

const created = `token_a_mint token_b_mint a_vault b_vault a_token_vault b_token_vault a_vault_lp_mint b_vault_lp_mint \
  a_vault_lp b_vault_lp payer_token_a payer_token_b payer_pool_lp protocol_token_a_fee protocol_token_b_fee payer` as const
const programs = `rent mint_metadata metadata_program vault_program token_program associated_token_program \
  system_program` as const
const create = { landedOnly: true, kind: 'create', wallet: ['payer'], pool: 'pool' } as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapLayout, {
      // Only pools of a staked token have a stake account.
      accounts: `pool user_source_token user_destination_token a_vault b_vault a_token_vault b_token_vault \
        a_vault_lp_mint b_vault_lp_mint a_vault_lp b_vault_lp protocol_token_fee user vault_program token_program stake?`,
      kind: 'swap',
      mode: 'exactIn',
      wallet: ['user'],
      pool: 'pool',
      takes: [{ account: 'user_source_token', mint: { heldBy: 'protocol_token_fee' }, max: 'in_amount' }],
      brings: [
        {
          account: 'user_destination_token',
          mint: { heldBy: 'a_token_vault', or: 'b_token_vault', besides: 'protocol_token_fee' },
          min: 'minimum_out_amount',
        },
      ],
    }),
    effect(anchorInstruction('initialize_permissionless_pool'), {
      ...create,
      accounts: `pool lp_mint ${created} fee_owner ${programs}`,
      mints: ['token_a_mint', 'token_b_mint'],
    }),
    effect(anchorInstruction('initialize_permissionless_pool_with_fee_tier'), {
      ...create,
      accounts: `pool lp_mint ${created} fee_owner ${programs}`,
      mints: ['token_a_mint', 'token_b_mint'],
    }),
    effect(anchorInstruction('initialize_permissionless_constant_product_pool_with_config'), {
      ...create,
      accounts: `pool config lp_mint ${created} ${programs}`,
      mints: ['token_a_mint', 'token_b_mint'],
    }),
    effect(anchorInstruction('initialize_permissionless_constant_product_pool_with_config2'), {
      ...create,
      accounts: `pool config lp_mint ${created} ${programs}`,
      mints: ['token_a_mint', 'token_b_mint'],
    }),
    effect(anchorInstruction('initialize_customizable_permissionless_constant_product_pool'), {
      ...create,
      accounts: `pool lp_mint ${created} ${programs}`,
      mints: ['token_a_mint', 'token_b_mint'],
    }),
  ],
}

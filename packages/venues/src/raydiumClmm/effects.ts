import { anchorInstruction, byTerms, effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapV2Layout } from './instructions.ts'
import { routerLayout, swapLayout } from './readRoute.ts'

const input = { account: 'input_token_account', mint: 'input_vault_mint' } as const
const output = { account: 'output_token_account', mint: 'output_vault_mint' } as const

const fromVault = { account: 'input_token_account', mint: { heldBy: 'input_vault' } } as const
const toVault = { account: 'output_token_account', mint: { heldBy: 'output_vault' } } as const
const create = {
  landedOnly: true,
  kind: 'create',
  pool: 'pool_state',
  mints: ['token_mint_0', 'token_mint_1'],
} as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(
      swapV2Layout,
      {
        accounts: `payer amm_config pool_state input_token_account output_token_account input_vault output_vault \
          observation_state token_program token_program_2022 memo_program input_vault_mint output_vault_mint \
          tickarray_bitmap_extension_and_tick_arrays*`,
        kind: 'swap',
        wallet: ['payer'],
        pool: 'pool_state',
      },
      {
        when: { is_base_input: true },
        mode: 'exactIn',
        takes: [{ ...input, max: 'amount' }],
        brings: [{ ...output, min: 'other_amount_threshold' }],
      },
      {
        when: { is_base_input: false, sqrt_price_limit_x64: 0 },
        mode: 'exactOut',
        takes: [{ ...input, max: 'other_amount_threshold' }],
        brings: [{ ...output, min: 'amount' }],
      },
      {
        // A price limit may end the swap before it has brought the amount.
        when: { is_base_input: false },
        mode: 'exactOut',
        takes: [{ ...input, max: 'other_amount_threshold' }],
        brings: [{ ...output, min: 0n }],
      },
    ),
    effect(
      swapLayout,
      {
        accounts: `payer amm_config pool_state input_token_account output_token_account input_vault output_vault \
          observation_state token_program tick_array more_tick_arrays*`,
        landedOnly: true,
        kind: 'route',
        wallet: ['payer'],
        pool: 'pool_state',
      },
      {
        when: { is_base_input: true },
        mode: 'exactIn',
        takes: [{ ...fromVault, max: 'amount' }],
        brings: [{ ...toVault, min: 'other_amount_threshold' }],
      },
      {
        when: { is_base_input: false, sqrt_price_limit_x64: 0 },
        mode: 'exactOut',
        takes: [{ ...fromVault, max: 'other_amount_threshold' }],
        brings: [{ ...toVault, min: 'amount' }],
      },
      {
        when: { is_base_input: false },
        mode: 'exactOut',
        takes: [{ ...fromVault, max: 'other_amount_threshold' }],
        brings: [{ ...toVault, min: 0n }],
      },
    ),
    effect(routerLayout, {
      accounts: 'payer input_token_account input_token_mint token_program token_program_2022 memo_program pools*',
      landedOnly: true,
      kind: 'route',
      mode: 'exactIn',
      wallet: ['payer'],
      takes: [{ account: 'input_token_account', mint: 'input_token_mint', max: 'amount_in' }],
      // `readRoute.ts` finds the account in the last pool's part of the list.
      brings: [{ account: 'payer', mint: byTerms, min: 'amount_out_minimum' }],
    }),
    effect(anchorInstruction('create_pool'), {
      ...create,
      accounts: `pool_creator amm_config pool_state token_mint_0 token_mint_1 token_vault_0 token_vault_1 observation_state \
        tick_array_bitmap token_program_0 token_program_1 system_program rent more*`,
      wallet: ['pool_creator'],
    }),
    effect(anchorInstruction('create_customizable_pool'), {
      ...create,
      accounts: `pool_creator amm_config pool_state token_mint_0 token_mint_1 token_vault_0 token_vault_1 observation_state \
        tick_array_bitmap token_program_0 token_program_1 system_program rent more*`,
      wallet: ['pool_creator'],
    }),
    // The payer has the permission, and the pool belongs to another account.
    effect(anchorInstruction('create_permissioned_pool'), {
      ...create,
      accounts: `payer pool_creator permission amm_config pool_state token_mint_0 token_mint_1 token_vault_0 token_vault_1 \
        observation_state tick_array_bitmap token_program_0 token_program_1 system_program rent more*`,
      wallet: ['payer'],
      creator: 'pool_creator',
    }),
  ],
}

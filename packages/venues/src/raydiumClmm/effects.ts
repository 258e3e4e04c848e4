import { effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapV2Layout } from './instructions.ts'

const input = { account: 'input_token_account', mint: 'input_vault_mint' } as const
const output = { account: 'output_token_account', mint: 'output_vault_mint' } as const

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
  ],
}

import { bought, effect, type ProgramEffects, paid } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swap2Layout, swapLayout, swapModes } from './instructions.ts'

const swap = {
  accounts: `pool_authority pool input_token_account output_token_account token_a_vault token_b_vault token_a_mint \
    token_b_mint payer token_a_program token_b_program referral_token_account event_authority program instructions?`,
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool',
  eitherOf: [
    { mint: 'token_a_mint', tokenProgram: 'token_a_program' },
    { mint: 'token_b_mint', tokenProgram: 'token_b_program' },
  ],
} as const
const input = { account: 'input_token_account', mint: paid } as const
const output = { account: 'output_token_account', mint: bought } as const
const fixedIn = {
  mode: 'exactIn',
  takes: [{ ...input, max: 'amount_0' }],
  brings: [{ ...output, min: 'amount_1' }],
} as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapLayout, {
      ...swap,
      mode: 'exactIn',
      takes: [{ ...input, max: 'amount_in' }],
      brings: [{ ...output, min: 'minimum_amount_out' }],
    }),
    effect(
      swap2Layout,
      swap,
      { ...fixedIn, when: { swap_mode: swapModes.exactIn } },
      // A partial fill takes at most the input, as an exact input does.
      { ...fixedIn, when: { swap_mode: swapModes.partialFill } },
      {
        when: { swap_mode: swapModes.exactOut },
        mode: 'exactOut',
        takes: [{ ...input, max: 'amount_1' }],
        brings: [{ ...output, min: 'amount_0' }],
      },
    ),
  ],
}

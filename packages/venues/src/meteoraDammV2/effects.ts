import { anchorInstruction, bought, effect, everything, type ProgramEffects, paid } from '../effects/language.ts'
import { program } from './addresses.ts'
import { initializeCustomizablePoolLayout, initializePoolLayout } from './createInstructions.ts'
import { swap2Layout, swapLayout, swapModes } from './instructions.ts'

const swap = {
  accounts: `pool_authority pool input_token_account output_token_account token_a_vault token_b_vault token_a_mint \
    token_b_mint payer token_a_program token_b_program referral_token_account event_authority program instructions?`,
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool',
  mints: ['token_a_mint', 'token_b_mint'],
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

const created =
  `pool_authority pool position token_a_mint token_b_mint token_a_vault token_b_vault payer_token_a payer_token_b \
  token_a_program token_b_program token_2022_program system_program event_authority program` as const
// The amounts follow from the liquidity, the price and the config's range. The bytes bound neither amounts nor costs.
const create = {
  kind: 'create',
  wallet: ['payer', 'creator'],
  signs: ['position_nft_mint'],
  pool: 'pool',
  into: 'pool',
  mints: ['token_a_mint', 'token_b_mint'],
  takes: [
    { account: 'payer_token_a', mint: 'token_a_mint', tokenProgram: 'token_a_program', max: everything },
    { account: 'payer_token_b', mint: 'token_b_mint', tokenProgram: 'token_b_program', max: everything },
  ],
  brings: [
    {
      account: 'position_nft_account',
      mint: 'position_nft_mint',
      tokenProgram: 'token_2022_program',
      min: 1n,
      isShare: true,
    },
  ],
  programFee: everything,
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
    effect(initializePoolLayout, {
      ...create,
      accounts: `creator position_nft_mint position_nft_account payer config ${created}`,
    }),
    effect(initializeCustomizablePoolLayout, {
      ...create,
      accounts: `creator position_nft_mint position_nft_account payer ${created}`,
    }),
    effect(anchorInstruction('initialize_pool_with_dynamic_config'), {
      accounts: `creator position_nft_mint position_nft_account payer pool_creator_authority config ${created}`,
      landedOnly: true,
      kind: 'create',
      wallet: ['payer'],
      pool: 'pool',
      mints: ['token_a_mint', 'token_b_mint'],
    }),
  ],
}

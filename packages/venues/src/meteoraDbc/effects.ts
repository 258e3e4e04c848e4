import { bought, effect, type ProgramEffects, paid } from '../effects/language.ts'
import { program } from './addresses.ts'
import { hookedSwapDiscriminator } from './hookedInstructions.ts'
import { swap2Layout, swapLayout, swapModes } from './swapInstructions.ts'

const own =
  `pool_authority config pool input_token_account output_token_account base_vault quote_vault base_mint quote_mint \
  payer token_base_program token_quote_program referral_token_account event_authority program` as const
const swap = {
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool',
  config: 'config',
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
  ],
}

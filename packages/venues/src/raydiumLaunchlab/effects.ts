import { effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { buyExactInLayout, buyExactOutLayout, sellExactInLayout, sellExactOutLayout } from './tradeInstructions.ts'

const inQuote = { tokenAccount: { mint: 'quote_token_mint', tokenProgram: 'quote_token_program' } } as const
const trade = {
  accounts: `payer authority global_config platform_config pool_state user_base_token user_quote_token base_vault quote_vault \
    base_token_mint quote_token_mint base_token_program quote_token_program event_authority program share_fee_receiver? \
    system_program platform_fee_vault creator_fee_vault`,
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool_state',
  config: 'platform_config',
  // The fees of platform and creator wait in token accounts that the first trade opens.
  opens: [
    { account: 'platform_fee_vault', maxRent: inQuote },
    { account: 'creator_fee_vault', maxRent: inQuote },
  ],
} as const
const base = { account: 'user_base_token', mint: 'base_token_mint', tokenProgram: 'base_token_program' } as const
const quote = { account: 'user_quote_token', mint: 'quote_token_mint', tokenProgram: 'quote_token_program' } as const

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
  ],
}

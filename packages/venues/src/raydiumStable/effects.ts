import { classicToken, effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapBaseInLayout, swapBaseOutLayout } from './instructions.ts'

const swap = {
  // The program reads only these accounts.
  accounts: `token_program amm authority amm_open_orders amm_coin_vault amm_pc_vault model_data market_program market \
    market_bids market_asks market_event_queue market_coin_vault market_pc_vault market_vault_signer user_source \
    user_destination user_source_owner`,
  kind: 'swap',
  wallet: ['user_source_owner'],
  pool: 'amm',
} as const
const input = { account: 'user_source', mint: { heldBy: 'user_source' }, tokenProgram: classicToken } as const
const output = {
  account: 'user_destination',
  mint: { heldBy: 'user_destination' },
  tokenProgram: classicToken,
} as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapBaseInLayout, {
      ...swap,
      mode: 'exactIn',
      takes: [{ ...input, max: 'amount_in' }],
      brings: [{ ...output, min: 'minimum_amount_out' }],
    }),
    effect(swapBaseOutLayout, {
      ...swap,
      mode: 'exactOut',
      takes: [{ ...input, max: 'max_amount_in' }],
      brings: [{ ...output, min: 'amount_out' }],
    }),
  ],
}

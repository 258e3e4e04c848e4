import { effect, everything, native, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { tokenMintLayout } from './launchInstructions.ts'
import { migrateFundsLayout } from './migrateInstructions.ts'
import { buyLayout, sellLayout } from './tradeInstructions.ts'

const trade = {
  accounts: `sender sender_token_account curve_account curve_token_account dex_fee helio_fee mint config_account \
    token_program associated_token_program system_program`,
  kind: 'swap',
  wallet: ['sender'],
  pool: 'curve_account',
  mints: ['mint'],
} as const
const lamports = { account: 'sender', mint: native } as const
const tokens = { account: 'sender_token_account', mint: 'mint', tokenProgram: 'token_program' } as const
/** The bytes state a slippage as a share, so they bound the other amount only if it is 0. */
const exactLimit = { slippage_bps: 0 } as const
const [fixedIn, fixedOut] = [{ fixed_side: 0 }, { fixed_side: 1 }] as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(
      buyLayout,
      trade,
      {
        when: { ...fixedIn, ...exactLimit },
        mode: 'exactIn',
        takes: [{ ...lamports, max: 'collateral_amount' }],
        brings: [{ ...tokens, min: 'token_amount' }],
      },
      {
        when: fixedIn,
        mode: 'exactIn',
        takes: [{ ...lamports, max: 'collateral_amount' }],
        brings: [{ ...tokens, min: 0n }],
      },
      {
        when: { ...fixedOut, ...exactLimit },
        mode: 'exactOut',
        takes: [{ ...lamports, max: 'collateral_amount' }],
        brings: [{ ...tokens, min: 'token_amount' }],
      },
      {
        when: fixedOut,
        mode: 'exactOut',
        takes: [{ ...lamports, max: everything }],
        brings: [{ ...tokens, min: 'token_amount' }],
      },
    ),
    effect(
      sellLayout,
      trade,
      {
        when: { ...fixedIn, ...exactLimit },
        mode: 'exactIn',
        takes: [{ ...tokens, max: 'token_amount' }],
        brings: [{ ...lamports, min: 'collateral_amount' }],
      },
      {
        when: fixedIn,
        mode: 'exactIn',
        takes: [{ ...tokens, max: 'token_amount' }],
        brings: [{ ...lamports, min: 0n }],
      },
      {
        when: { ...fixedOut, ...exactLimit },
        mode: 'exactOut',
        takes: [{ ...tokens, max: 'token_amount' }],
        brings: [{ ...lamports, min: 'collateral_amount' }],
      },
      {
        when: fixedOut,
        mode: 'exactOut',
        takes: [{ ...tokens, max: everything }],
        brings: [{ ...lamports, min: 'collateral_amount' }],
      },
    ),
    // No public binary proves the cost of these, and no action of Tern signs them.
    effect(tokenMintLayout, {
      landedOnly: true,
      accounts: `sender backend_authority curve_account mint mint_metadata curve_token_account config_account \
        token_program associated_token_program mpl_token_metadata system_program`,
      kind: 'launch',
      wallet: ['sender'],
      signs: ['mint', 'backend_authority'],
      pool: 'curve_account',
      mints: ['mint'],
      programFee: everything,
    }),
    effect(migrateFundsLayout, {
      landedOnly: true,
      accounts: `backend_authority migration_authority curve_account curve_token_account \
        migration_authority_token_account mint dex_fee_account helio_fee_account config_account system_program \
        token_program associated_token_program`,
      kind: 'migrate',
      wallet: ['migration_authority'],
      signs: ['backend_authority'],
      pool: 'curve_account',
      mints: ['mint'],
      programFee: everything,
    }),
  ],
}

import { associatedTokenProgram } from '@tern/core'
import { struct } from '@tern/core/internal'
import { classicToken, effect, extendedToken, type ProgramEffects, system } from '../effects/language.ts'

// `AssociatedTokenAccountInstruction` (spl-associated-token-account-interface, instruction.rs). No byte means `create`.
const layouts = [
  struct('create', 0, {}),
  struct('create', 1, {}, { discriminator: [0] }),
  struct('createIdempotent', 1, {}, { discriminator: [1] }),
]
const opened = {
  account: 'account',
  owner: 'owner',
  mint: 'mint',
  program: 'token_program',
  maxRent: { tokenAccount: { tokenProgram: 'token_program' } },
} as const

/**
 * The instructions that open associated token accounts. A foreign token program could demand a large
 * account, and so a high rent.
 */
export const effects: ProgramEffects = {
  programs: [associatedTokenProgram],
  effects: layouts.map(layout =>
    effect(
      layout,
      {
        accounts: 'payer account owner mint system_program token_program',
        kind: 'open',
        wallet: ['payer'],
        mayBeWallet: ['owner'],
        opens: [opened],
      },
      { when: { system_program: system, token_program: classicToken } },
      { when: { system_program: system, token_program: extendedToken } },
    ),
  ),
}

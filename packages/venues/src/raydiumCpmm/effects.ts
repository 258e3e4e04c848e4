import { rentExemption } from '@tern/core'
import { anchorInstruction, effect, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { swapBaseInputLayout, swapBaseOutputLayout } from './instructions.ts'
import { depositLayout, initializeLayout, withdrawLayout } from './liquidityInstructions.ts'

const swap = {
  accounts: `payer authority amm_config pool_state input_token_account output_token_account input_vault output_vault \
    input_token_program output_token_program input_token_mint output_token_mint observation_state`,
  kind: 'swap',
  wallet: ['payer'],
  pool: 'pool_state',
} as const
const input = {
  account: 'input_token_account',
  mint: 'input_token_mint',
  tokenProgram: 'input_token_program',
} as const
const output = {
  account: 'output_token_account',
  mint: 'output_token_mint',
  tokenProgram: 'output_token_program',
} as const

const liquidity =
  `owner authority pool_state owner_lp_token token_0_account token_1_account token_0_vault token_1_vault \
    token_program token_program_2022 vault_0_mint vault_1_mint lp_mint` as const
const shares = { account: 'owner_lp_token', mint: 'lp_mint', tokenProgram: 'token_program', isShare: true } as const
const side0 = { account: 'token_0_account', mint: 'vault_0_mint' } as const
const side1 = { account: 'token_1_account', mint: 'vault_1_mint' } as const

/** The `create_pool_fee` of all of Raydium's configs, in lamports. A constant, because a signer cannot check a node's answer. */
const createPoolFee = 150_000_000n

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(swapBaseInputLayout, {
      ...swap,
      mode: 'exactIn',
      takes: [{ ...input, max: 'amount_in' }],
      brings: [{ ...output, min: 'minimum_amount_out' }],
    }),
    effect(swapBaseOutputLayout, {
      ...swap,
      mode: 'exactOut',
      takes: [{ ...input, max: 'max_amount_in' }],
      brings: [{ ...output, min: 'amount_out' }],
    }),
    effect(depositLayout, {
      accounts: liquidity,
      kind: 'place',
      wallet: ['owner'],
      pool: 'pool_state',
      into: 'pool_state',
      takes: [
        { ...side0, max: 'maximum_token_0_amount' },
        { ...side1, max: 'maximum_token_1_amount' },
      ],
      brings: [{ ...shares, min: 'lp_token_amount' }],
    }),
    effect(withdrawLayout, {
      accounts: `${liquidity} memo_program`,
      kind: 'withdraw',
      wallet: ['owner'],
      pool: 'pool_state',
      takes: [{ ...shares, max: 'lp_token_amount' }],
      brings: [
        { ...side0, min: 'minimum_token_0_amount' },
        { ...side1, min: 'minimum_token_1_amount' },
      ],
    }),
    effect(initializeLayout, {
      accounts: `creator amm_config authority pool_state token_0_mint token_1_mint lp_mint creator_token_0 creator_token_1 \
        creator_lp_token token_0_vault token_1_vault create_pool_fee observation_state token_program token_0_program \
        token_1_program associated_token_program system_program rent`,
      kind: 'create',
      wallet: ['creator'],
      // The pool signs, unless it has the address that derives from its config and mints.
      signs: ['pool_state'],
      pool: 'pool_state',
      into: 'pool_state',
      mints: ['token_0_mint', 'token_1_mint'],
      takes: [
        { account: 'creator_token_0', mint: 'token_0_mint', tokenProgram: 'token_0_program', max: 'init_amount_0' },
        { account: 'creator_token_1', mint: 'token_1_mint', tokenProgram: 'token_1_program', max: 'init_amount_1' },
      ],
      brings: [{ account: 'creator_lp_token', mint: 'lp_mint', tokenProgram: 'token_program', min: 0n, isShare: true }],
      opens: [
        { account: 'pool_state', maxRent: rentExemption(637) },
        { account: 'lp_mint', maxRent: rentExemption(82) },
        {
          account: 'token_0_vault',
          maxRent: { tokenAccount: { mint: 'token_0_mint', tokenProgram: 'token_0_program' } },
        },
        {
          account: 'token_1_vault',
          maxRent: { tokenAccount: { mint: 'token_1_mint', tokenProgram: 'token_1_program' } },
        },
        { account: 'observation_state', maxRent: rentExemption(4075) },
        {
          account: 'creator_lp_token',
          owner: 'creator',
          mint: 'lp_mint',
          maxRent: { tokenAccount: { tokenProgram: 'token_program' } },
        },
      ],
      programFee: createPoolFee,
    }),
    effect(anchorInstruction('initialize_with_permission'), {
      accounts: `payer creator amm_config authority pool_state token_0_mint token_1_mint lp_mint payer_token_0 payer_token_1 \
        payer_lp_token token_0_vault token_1_vault create_pool_fee observation_state permission token_program \
        token_0_program token_1_program associated_token_program system_program`,
      landedOnly: true,
      kind: 'create',
      wallet: ['payer'],
      creator: 'creator',
      pool: 'pool_state',
      mints: ['token_0_mint', 'token_1_mint'],
    }),
  ],
}

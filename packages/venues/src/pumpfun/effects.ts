import { rentExemption } from '@tern/core'
import { effect, everything, native, type ProgramEffects } from '../effects/language.ts'
import {
  claimCashbackLayout,
  claimCashbackV2Layout,
  closeUserVolumeAccumulatorLayout,
  collectCreatorFeeLayout,
  collectCreatorFeeV2Layout,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  syncUserVolumeAccumulatorLayout,
} from './accountInstructions.ts'
import { program } from './addresses.ts'
import { createLayout, createV2Layout } from './createInstructions.ts'
import { userVolumeAccumulatorSize } from './layout.ts'
import { migrateLayout, migrateV2Layout } from './migrateInstructions.ts'
import {
  buyExactQuoteInV2Layout,
  buyExactQuoteInV3Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  buyV3Layout,
  sellLayout,
  sellV2Layout,
  sellV3Layout,
} from './tradeInstructions.ts'

// A curve in SOL pays and is paid in lamports of the wallet itself.
const lamports = { account: 'user', mint: native } as const
/** Buys may end with a flag for a partial fill. If it is set, the minimum does not hold. */
const partial = ['partial_fill'] as const
const isWhole = { partial_fill: 0 } as const

const accumulator = { account: 'user_volume_accumulator', owner: 'user' } as const
const accumulatorRent = rentExemption(userVolumeAccumulatorSize)
/** The creator's vault holds lamports only. */
const opens = [
  { ...accumulator, maxRent: accumulatorRent },
  { account: 'creator_vault', maxRent: rentExemption(0) },
] as const

const first = {
  kind: 'swap',
  wallet: ['user'],
  pool: 'bonding_curve',
} as const
const token = { account: 'associated_user', mint: 'mint', tokenProgram: 'token_program' } as const
const buy = {
  ...first,
  minLandedAccounts: 16,
  opens,
  accounts: `global fee_recipient mint bonding_curve associated_bonding_curve associated_user user system_program \
    token_program creator_vault event_authority program global_volume_accumulator user_volume_accumulator fee_config \
    fee_program bonding_curve_v2 buyback_fee_recipient`,
  optionalBytes: 1,
  moreFlags: partial,
} as const

const common =
  `global base_mint quote_mint base_token_program quote_token_program associated_token_program fee_recipient \
  associated_quote_fee_recipient buyback_fee_recipient associated_quote_buyback_fee_recipient bonding_curve \
  associated_base_bonding_curve associated_quote_bonding_curve user associated_base_user associated_quote_user creator_vault \
  associated_creator_vault sharing_config` as const
const last = 'fee_config fee_program system_program event_authority program' as const
const base = { account: 'associated_base_user', mint: 'base_mint', tokenProgram: 'base_token_program' } as const
const quote = { account: 'associated_quote_user', mint: 'quote_mint', tokenProgram: 'quote_token_program' } as const
const inQuote = { tokenAccount: { mint: 'quote_mint', tokenProgram: 'quote_token_program' } } as const
const opensInQuote = [
  ...opens,
  { account: 'associated_creator_vault', maxRent: inQuote },
  { account: 'associated_user_volume_accumulator', maxRent: inQuote },
] as const
const inLamports = { quote_mint: native } as const
const second = { ...first, moreFlags: partial } as const
const buyV2 = {
  ...second,
  accounts: `${common} global_volume_accumulator user_volume_accumulator associated_user_volume_accumulator ${last}`,
} as const
const sellV2 = `${common} user_volume_accumulator associated_user_volume_accumulator ${last}` as const

// The third version has no published interface. Only the accounts with names are known.
const third = {
  ...first,
  landedOnly: true,
  accounts: `account_0 base_mint quote_mint account_3 account_4 bonding_curve account_6 account_7 user \
    associated_base_user associated_quote_user account_11 account_12 account_13 account_14 account_15 account_16`,
} as const
const baseV3 = { account: 'associated_base_user', mint: 'base_mint' } as const
const quoteV3 = { account: 'associated_quote_user', mint: 'quote_mint' } as const

/** A buy in lamports or another quote mint, whole or in part. */
function buyCases<const I extends string, const O extends string>(max: I, min: O) {
  const inSol = { when: inLamports, opens, takes: [{ ...lamports, max }] } as const
  const inOther = { opens: opensInQuote, takes: [{ ...quote, max }] } as const
  const whole = [{ ...base, min }] as const
  const part = [{ ...base, min: 0n }] as const
  return [
    { ...inSol, when: { ...inLamports, ...isWhole }, brings: whole },
    { ...inOther, when: isWhole, brings: whole },
    { ...inSol, brings: part },
    { ...inOther, brings: part },
  ] as const
}
function buyV3Cases<const I extends string, const O extends string>(max: I, min: O) {
  const inSol = { takes: [{ ...lamports, max }] } as const
  const inOther = { takes: [{ ...quoteV3, max }] } as const
  const whole = [{ ...baseV3, min }] as const
  const part = [{ ...baseV3, min: 0n }] as const
  return [
    { ...inSol, when: { ...inLamports, ...isWhole }, brings: whole },
    { ...inOther, when: isWhole, brings: whole },
    { ...inSol, when: inLamports, brings: part },
    { ...inOther, brings: part },
  ] as const
}

/** No public binary proves the cost of a launch or a migration. */
const unbounded = { programFee: everything } as const
const launch = {
  kind: 'launch',
  wallet: ['user'],
  signs: ['mint'],
  pool: 'bonding_curve',
  mints: ['mint'],
  ...unbounded,
} as const
/** Older callers leave out the last arguments. A signer takes only the whole list, because the creator counts from its end. */
const wholeCreateV2Layout = { ...createV2Layout, offsets: {}, tail: createV2Layout.tail.replaceAll('?,', '') }
const createV2 = { ...launch, walletArguments: [{ fromEnd: 43 }] } as const
const createV2Accounts =
  `mint mint_authority bonding_curve associated_bonding_curve global user system_program token_program \
  associated_token_program mayhem_program_id global_params sol_vault mayhem_state mayhem_token_vault event_authority \
  program` as const
const migrate = { kind: 'migrate', wallet: ['user'], pool: 'bonding_curve', to: 'pool', ...unbounded } as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(
      buyLayout,
      { ...buy, mode: 'exactOut', takes: [{ ...lamports, max: 'max_sol_cost' }] },
      { when: isWhole, brings: [{ ...token, min: 'amount' }] },
      { brings: [{ ...token, min: 0n }] },
    ),
    effect(
      buyExactSolInLayout,
      { ...buy, mode: 'exactIn', takes: [{ ...lamports, max: 'spendable_sol_in' }] },
      { when: isWhole, brings: [{ ...token, min: 'min_tokens_out' }] },
      { brings: [{ ...token, min: 0n }] },
    ),
    effect(sellLayout, {
      ...first,
      minLandedAccounts: 14,
      accounts: `global fee_recipient mint bonding_curve associated_bonding_curve associated_user user system_program \
        creator_vault token_program event_authority program fee_config fee_program user_volume_accumulator? \
        bonding_curve_v2 buyback_fee_recipient`,
      mode: 'exactIn',
      takes: [{ ...token, max: 'amount' }],
      brings: [{ ...lamports, min: 'min_sol_output' }],
    }),
    effect(buyV2Layout, { ...buyV2, mode: 'exactOut' }, ...buyCases('max_sol_cost', 'amount')),
    effect(buyExactQuoteInV2Layout, { ...buyV2, mode: 'exactIn' }, ...buyCases('spendable_quote_in', 'min_tokens_out')),
    effect(
      sellV2Layout,
      { ...first, accounts: sellV2, mode: 'exactIn', takes: [{ ...base, max: 'amount' }] },
      { when: inLamports, brings: [{ ...lamports, min: 'min_sol_output' }] },
      { opens: opensInQuote, brings: [{ ...quote, min: 'min_sol_output' }] },
    ),
    effect(buyV3Layout, { ...third, moreFlags: partial, mode: 'exactOut' }, ...buyV3Cases('max_sol_cost', 'amount')),
    effect(
      buyExactQuoteInV3Layout,
      { ...third, moreFlags: partial, mode: 'exactIn' },
      ...buyV3Cases('spendable_quote_in', 'min_tokens_out'),
    ),
    effect(
      sellV3Layout,
      { ...third, mode: 'exactIn', takes: [{ ...baseV3, max: 'amount' }] },
      { when: inLamports, brings: [{ ...lamports, min: 'min_sol_output' }] },
      { brings: [{ ...quoteV3, min: 'min_sol_output' }] },
    ),
    effect(createLayout, {
      accounts: `mint mint_authority bonding_curve associated_bonding_curve global mpl_token_metadata metadata user \
        system_program token_program associated_token_program rent event_authority program`,
      ...launch,
      walletArguments: [{ fromEnd: 32 }],
    }),
    effect(wholeCreateV2Layout, { ...createV2, accounts: createV2Accounts }),
    effect(wholeCreateV2Layout, {
      ...createV2,
      accounts: `${createV2Accounts} quote_mint associated_quote_bonding_curve quote_token_program quote_control`,
    }),
    effect(migrateLayout, {
      ...migrate,
      minLandedAccounts: 24,
      accounts: `global withdraw_authority mint bonding_curve associated_bonding_curve user system_program token_program \
        pump_amm pool pool_authority pool_authority_mint_account pool_authority_wsol_account amm_global_config wsol_mint \
        lp_mint user_pool_token_account pool_base_token_account pool_quote_token_account token_2022_program \
        associated_token_program pump_amm_event_authority event_authority program rent boost_vault_authority boost_vault`,
      mints: ['mint'],
    }),
    effect(migrateV2Layout, {
      ...migrate,
      minLandedAccounts: 27,
      accounts: `global withdraw_authority base_mint quote_mint bonding_curve associated_base_bonding_curve \
        associated_quote_bonding_curve user system_program pump_amm pool pool_authority pool_authority_mint_account \
        pool_authority_quote_account amm_global_config lp_mint user_pool_token_account pool_base_token_account \
        pool_quote_token_account base_token_program quote_token_program token_2022_program associated_token_program \
        pump_amm_event_authority rent event_authority program boost_vault_authority boost_vault`,
      mints: ['base_mint'],
    }),
    // A buy opens the accumulator and extends the curve by itself, so no action of Tern signs the next two.
    effect(initUserVolumeAccumulatorLayout, {
      landedOnly: true,
      accounts: 'payer user user_volume_accumulator system_program event_authority program',
      kind: 'open',
      wallet: ['payer', 'user'],
      opens: [{ ...accumulator, maxRent: accumulatorRent }],
    }),
    effect(extendAccountLayout, {
      landedOnly: true,
      accounts: 'account user system_program event_authority program',
      kind: 'open',
      wallet: ['user'],
      pool: 'account',
      opens: [{ account: 'account', maxRent: everything }],
    }),
    effect(closeUserVolumeAccumulatorLayout, {
      accounts: 'user user_volume_accumulator event_authority program',
      kind: 'close',
      wallet: ['user'],
      closes: [{ account: 'user_volume_accumulator', destination: 'user' }],
    }),
    effect(syncUserVolumeAccumulatorLayout, {
      accounts: 'user global_volume_accumulator user_volume_accumulator event_authority program',
      kind: 'nothing',
      mayBeWallet: ['user'],
    }),
    effect(collectCreatorFeeLayout, {
      accounts: 'creator creator_vault system_program event_authority program',
      kind: 'claim',
      mayBeWallet: ['creator'],
      brings: [{ account: 'creator', mint: native, min: 0n }],
    }),
    effect(collectCreatorFeeV2Layout, {
      accounts: `creator creator_token_account creator_vault creator_vault_token_account quote_mint quote_token_program \
        associated_token_program system_program event_authority program`,
      kind: 'claim',
      mayBeWallet: ['creator'],
      brings: [{ account: 'creator_token_account', mint: 'quote_mint', tokenProgram: 'quote_token_program', min: 0n }],
    }),
    effect(claimCashbackLayout, {
      accounts: 'user user_volume_accumulator system_program event_authority program',
      kind: 'claim',
      mayBeWallet: ['user'],
      brings: [{ ...lamports, min: 0n }],
    }),
    effect(claimCashbackV2Layout, {
      accounts: `user user_volume_accumulator quote_mint quote_token_program associated_token_program \
        associated_user_volume_accumulator associated_quote_user system_program event_authority program`,
      kind: 'claim',
      mayBeWallet: ['user'],
      brings: [{ ...quote, min: 0n }],
    }),
  ],
}

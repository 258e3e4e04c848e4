import { rentExemption } from '@tern/core'
import { anchorInstruction, byTerms, effect, native, type ProgramEffects } from '../effects/language.ts'
import { program } from './addresses.ts'
import { poolSize, userVolumeAccumulatorSize } from './layout.ts'
import {
  buyExactQuoteInLayout,
  buyExactQuoteInV2Layout,
  buyLayout,
  buyV2Layout,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  multiHopSwapLayout,
  sellLayout,
  sellV2Layout,
} from './tradeInstructions.ts'

const common = `pool user global_config base_mint quote_mint user_base_token_account user_quote_token_account \
  pool_base_token_account pool_quote_token_account protocol_fee_recipient protocol_fee_recipient_token_account \
  base_token_program quote_token_program system_program associated_token_program event_authority program \
  coin_creator_vault_ata coin_creator_vault_authority` as const
const last = 'pool_v2? buyback_fee_recipient buyback_fee_recipient_token_account' as const
const trade = {
  kind: 'swap',
  wallet: ['user'],
  pool: 'pool',
  mints: ['base_mint', 'quote_mint'],
  minLandedAccounts: 17,
} as const
const base = { account: 'user_base_token_account', mint: 'base_mint', tokenProgram: 'base_token_program' } as const
const quote = { account: 'user_quote_token_account', mint: 'quote_mint', tokenProgram: 'quote_token_program' } as const

const inQuote = { tokenAccount: { mint: 'quote_mint', tokenProgram: 'quote_token_program' } } as const
/** The creator's token account. A coin with cashback also needs the token account of the trader's accumulator. */
const tokenAccounts = { account: 'coin_creator_vault_ata', maxRent: { sum: [inQuote, inQuote] } } as const
/** The recipients of the other fees already have accounts for SOL. In a pool of another quote token, a trade may open these accounts, too. */
const feeAccounts = { account: 'protocol_fee_recipient_token_account', maxRent: { sum: [inQuote, inQuote] } } as const
const inSol = { quote_mint: native } as const
const accumulatorRent = rentExemption(userVolumeAccumulatorSize)
const accumulator = { account: 'user_volume_accumulator', owner: 'user', maxRent: accumulatorRent } as const

const buy = {
  ...trade,
  accounts: `${common} global_volume_accumulator user_volume_accumulator fee_config fee_program cashback_token_account? ${last}`,
  optionalBytes: 1,
} as const
const buyOpens = [
  { when: inSol, opens: [accumulator, tokenAccounts] },
  { opens: [accumulator, tokenAccounts, feeAccounts] },
] as const
const sellOpens = [{ when: inSol, opens: [tokenAccounts] }, { opens: [tokenAccounts, feeAccounts] }] as const

/** The second version has no published interface. Only its first nine accounts are known. */
const second = {
  ...trade,
  landedOnly: true,
  accounts: `pool user global_config base_mint quote_mint user_base_token_account user_quote_token_account \
    pool_base_token_account pool_quote_token_account account_9 account_10 account_11 account_12 account_13 account_14 \
    account_15 account_16`,
} as const
const baseV2 = { account: 'user_base_token_account', mint: 'base_mint' } as const
const quoteV2 = { account: 'user_quote_token_account', mint: 'quote_mint' } as const

/** The effects of the program's instructions on the wallet that signs. */
export const effects: ProgramEffects = {
  programs: [program],
  effects: [
    effect(
      buyLayout,
      {
        ...buy,
        mode: 'exactOut',
        takes: [{ ...quote, max: 'max_quote_amount_in' }],
        brings: [{ ...base, min: 'base_amount_out' }],
      },
      ...buyOpens,
    ),
    effect(
      buyExactQuoteInLayout,
      {
        ...buy,
        mode: 'exactIn',
        takes: [{ ...quote, max: 'spendable_quote_in' }],
        brings: [{ ...base, min: 'min_base_amount_out' }],
      },
      ...buyOpens,
    ),
    effect(
      sellLayout,
      {
        ...trade,
        accounts: `${common} fee_config fee_program cashback_token_account? user_volume_accumulator? ${last}`,
        mode: 'exactIn',
        takes: [{ ...base, max: 'base_amount_in' }],
        brings: [{ ...quote, min: 'min_quote_amount_out' }],
      },
      ...sellOpens,
    ),
    effect(buyV2Layout, {
      ...second,
      mode: 'exactOut',
      takes: [{ ...quoteV2, max: 'max_quote_amount_in' }],
      brings: [{ ...baseV2, min: 'base_amount_out' }],
    }),
    effect(buyExactQuoteInV2Layout, {
      ...second,
      mode: 'exactIn',
      takes: [{ ...quoteV2, max: 'spendable_quote_in' }],
      brings: [{ ...baseV2, min: 'min_base_amount_out' }],
    }),
    effect(sellV2Layout, {
      ...second,
      mode: 'exactIn',
      takes: [{ ...baseV2, max: 'base_amount_in' }],
      brings: [{ ...quoteV2, min: 'min_quote_amount_out' }],
    }),
    effect(initUserVolumeAccumulatorLayout, {
      accounts: 'payer user user_volume_accumulator system_program event_authority program',
      kind: 'open',
      wallet: ['payer', 'user'],
      opens: [accumulator],
    }),
    effect(extendAccountLayout, {
      accounts: 'account user system_program event_authority program',
      kind: 'open',
      wallet: ['user'],
      pool: 'account',
      opens: [{ account: 'account', maxRent: rentExemption(poolSize) }],
    }),
    effect(multiHopSwapLayout, {
      accounts: 'user user_input_token_account user_output_token_account fixed_and_hops*',
      landedOnly: true,
      kind: 'route',
      mode: 'exactIn',
      wallet: ['user'],
      takes: [{ account: 'user_input_token_account', mint: byTerms, max: 'amount_in' }],
      brings: [{ account: 'user_output_token_account', mint: byTerms, min: 'min_amount_out' }],
    }),
    effect(anchorInstruction('create_pool'), {
      accounts: `pool global_config creator base_mint quote_mint lp_mint user_base_token_account user_quote_token_account \
        user_pool_token_account pool_base_token_account pool_quote_token_account system_program token_2022_program \
        base_token_program quote_token_program associated_token_program event_authority program`,
      landedOnly: true,
      kind: 'create',
      wallet: ['creator'],
      pool: 'pool',
      mints: ['base_mint', 'quote_mint'],
    }),
  ],
}

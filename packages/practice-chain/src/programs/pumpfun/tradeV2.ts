import {
  associatedTokenProgram,
  type Clock,
  type Mint,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program as feeProgram } from '@tern/venues/pumpFees'
import { program } from '@tern/venues/pumpfun'
import { buyExactQuoteInV2Layout, buyV2Layout, sellV2Layout } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkOwner,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readTokenAccount,
} from '../anchor.ts'
import { checkEventAccounts } from '../events.ts'
import { createAssociatedAccount } from '../tokenCalls.ts'
import { accumulators } from './accumulators.ts'
import { checkBuybackRecipient, checkFeeRecipient, isNative, readCurve, readGlobal } from './curve.ts'
import { refuse } from './errors.ts'
import { buyExactly, buyFor, type Market, type QuoteAccounts, sellExactly } from './trade.ts'

const shared = [
  'global',
  'base_mint',
  'quote_mint',
  'base_token_program',
  'quote_token_program',
  'associated_token_program',
  'fee_recipient',
  'associated_quote_fee_recipient',
  'buyback_fee_recipient',
  'associated_quote_buyback_fee_recipient',
  'bonding_curve',
  'associated_base_bonding_curve',
  'associated_quote_bonding_curve',
  'user',
  'associated_base_user',
  'associated_quote_user',
  'creator_vault',
  'associated_creator_vault',
  'sharing_config',
] as const
const rest = [
  'user_volume_accumulator',
  'associated_user_volume_accumulator',
  'fee_config',
  'fee_program',
  'system_program',
  'event_authority',
  'program',
] as const
const sellNames = [...shared, ...rest] as const
const buyNames = [...shared, 'global_volume_accumulator', ...rest] as const

type Accounts = Readonly<Record<(typeof sellNames)[number], NamedAccount>>

/** Anchor's checks of the accounts, for any quote mint, and the handler's first checks. */
function openMarket(a: Accounts, instruction: string): Market {
  const global = readGlobal(a.global)
  const base = readMint(a.base_mint)
  const quoteMint = readMint(a.quote_mint)
  checkProgram(a.base_token_program, tokenProgram, token2022Program)
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkWritable(a.fee_recipient)
  const curve = readCurve(a.bonding_curve, base.address)
  const { state } = curve
  checkSigner(a.user)
  checkWritable(a.user)
  for (const [account, owner] of [
    [a.associated_base_bonding_curve, a.bonding_curve],
    [a.associated_base_user, a.user],
  ] as const) {
    checkWritable(account)
    const token = readTokenAccount(account)
    if (token.mint !== base.address) fail('ConstraintTokenMint', account.name)
    if (token.owner !== owner.address) fail('ConstraintTokenOwner', account.name)
  }
  const curveTokens = associatedAddress(a.bonding_curve.address, a.base_token_program.address, base.address)
  checkAddress(a.associated_base_bonding_curve, curveTokens, 'ConstraintSeeds')
  checkSeeds(a.creator_vault, program, 'creator-vault', addressBytes(state.creator))
  checkSeeds(a.sharing_config, feeProgram, 'sharing-config', addressBytes(base.address))
  const accumulator = accumulators.read(a.user_volume_accumulator, a.user, 'opens')
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const holders = quoteHolders(a)
  for (const [owner, account] of holders) {
    const expected = associatedAddress(owner.address, a.quote_token_program.address, quoteMint.address)
    checkAddress(account, expected, 'ConstraintSeeds')
    checkWritable(owner, account)
  }
  if (state.complete) refuse('BondingCurveComplete')
  if (quoteMint.address !== (isNative(state) ? wrappedNativeMint : state.quote_mint)) refuse('UnsupportedQuoteMint')
  checkFeeRecipient(a.fee_recipient, global, state)
  const quote = isNative(state) ? undefined : readQuote(a, holders, quoteMint)
  return {
    instruction,
    global,
    curve,
    mint: a.base_mint,
    base,
    tokens: a.base_token_program,
    curveTokens: a.associated_base_bonding_curve,
    userTokens: a.associated_base_user,
    user: a.user,
    system: a.system_program,
    feeRecipient: a.fee_recipient,
    buybackRecipient: checkBuybackRecipient(a.buyback_fee_recipient, global),
    creatorVault: a.creator_vault,
    accumulator,
    fees: a,
    events: a,
    ...(quote === undefined ? { openings: new Script() } : quote),
  }
}

type Holders = readonly (readonly [owner: NamedAccount, account: NamedAccount])[]

/**
 * All parties that pay or receive the quote, and their associated accounts. For lamports, only the addresses matter.
 */
function quoteHolders(a: Accounts): Holders {
  return [
    [a.fee_recipient, a.associated_quote_fee_recipient],
    [a.buyback_fee_recipient, a.associated_quote_buyback_fee_recipient],
    [a.bonding_curve, a.associated_quote_bonding_curve],
    [a.user, a.associated_quote_user],
    [a.creator_vault, a.associated_creator_vault],
    [a.user_volume_accumulator, a.associated_user_volume_accumulator],
  ]
}

/** The accounts of a quote mint, and the opening of the `init_if_needed` accounts at the trader's cost. */
function readQuote(
  a: Accounts,
  holders: Holders,
  { address, decimals }: Mint,
): { quote: QuoteAccounts; openings: Script } {
  const openings = new Script()
  const mayBeMissing = [a.fee_recipient, a.creator_vault, a.user_volume_accumulator]
  for (const [owner, account] of holders) {
    if (mayBeMissing.includes(owner) && account.owner === systemProgram)
      createAssociatedAccount(openings, {
        program: a.associated_token_program,
        payer: a.user,
        account,
        owner,
        mint: a.quote_mint,
        system: a.system_program,
        tokens: a.quote_token_program,
      })
    else if (readTokenAccount(account).mint !== address) fail('ConstraintTokenMint', account.name)
  }
  const of = new Map(holders.map(([owner, account]) => [owner.position, account]))
  return { quote: { tokens: a.quote_token_program, mint: a.quote_mint, decimals, of }, openings }
}

function readBuyer(invocation: Invocation, instruction: string): Market {
  const a = nameAccounts(invocation, buyNames)
  checkSeeds(a.global_volume_accumulator, program, 'global_volume_accumulator')
  checkOwner(a.global_volume_accumulator, program)
  return openMarket(a, instruction)
}

/** `buy_v2`: buys an exact number of tokens for at most a maximum of quote. */
export function executeBuyV2(invocation: Invocation, clock: Clock): Script {
  const { amount, max_sol_cost } = readArguments(buyV2Layout, invocation.data)
  return buyExactly(readBuyer(invocation, 'buy'), { amount, max: max_sol_cost }, clock)
}

/** `buy_exact_quote_in_v2`: spends an exact amount of quote for at least a minimum of tokens. */
export function executeBuyExactQuoteInV2(invocation: Invocation, clock: Clock): Script {
  const { spendable_quote_in, min_tokens_out } = readArguments(buyExactQuoteInV2Layout, invocation.data)
  return buyFor(
    readBuyer(invocation, 'buy_exact_quote_in'),
    { spendable: spendable_quote_in, min: min_tokens_out },
    clock,
  )
}

/** `sell_v2`: sells an exact number of tokens for at least a minimum of quote. */
export function executeSellV2(invocation: Invocation, clock: Clock): Script {
  const { amount, min_sol_output } = readArguments(sellV2Layout, invocation.data)
  return sellExactly(openMarket(nameAccounts(invocation, sellNames), 'sell'), { amount, min: min_sol_output }, clock)
}

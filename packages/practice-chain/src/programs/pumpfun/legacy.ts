import { type Clock, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/pumpfun'
import { buyExactSolInLayout, buyLayout, sellLayout } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkOwner,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  fail,
  isAssociated,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { checkEventAccounts } from '../events.ts'
import { findProgramAddress, seedsOf } from '../findProgramAddress.ts'
import { type Accumulator, accumulators } from './accumulators.ts'
import { checkBuybackRecipient, checkFeeRecipient, isNative, readCurve, readGlobal } from './curve.ts'
import { refuse } from './errors.ts'
import { buyExactly, buyFor, type Market, sellExactly } from './trade.ts'

const buyNames = [
  'global',
  'fee_recipient',
  'mint',
  'bonding_curve',
  'associated_bonding_curve',
  'associated_user',
  'user',
  'system_program',
  'token_program',
  'creator_vault',
  'event_authority',
  'program',
  'global_volume_accumulator',
  'user_volume_accumulator',
  'fee_config',
  'fee_program',
] as const

const sellNames = [
  'global',
  'fee_recipient',
  'mint',
  'bonding_curve',
  'associated_bonding_curve',
  'associated_user',
  'user',
  'system_program',
  'creator_vault',
  'token_program',
  'event_authority',
  'program',
  'fee_config',
  'fee_program',
] as const

type Shared = Readonly<Record<(typeof sellNames)[number], NamedAccount>>

/** Anchor's checks of the accounts that buying and selling share, and the handler's first checks. */
function openMarket(a: Shared, instruction: string): Omit<Market, 'buybackRecipient' | 'accumulator'> {
  const global = readGlobal(a.global)
  checkWritable(a.fee_recipient)
  const base = readMint(a.mint)
  const curve = readCurve(a.bonding_curve, base.address)
  const { state } = curve
  for (const [account, owner] of [
    [a.associated_bonding_curve, a.bonding_curve],
    [a.associated_user, a.user],
  ] as const) {
    checkWritable(account)
    const token = readTokenAccount(account)
    if (token.mint !== base.address) fail('ConstraintTokenMint', account.name)
    if (token.owner !== owner.address) fail('ConstraintTokenOwner', account.name)
  }
  const { associated_bonding_curve: curveTokens } = a
  if (
    !isAssociated(curveTokens, {
      owner: a.bonding_curve.address,
      tokenProgram: a.token_program.address,
      mint: base.address,
    })
  )
    fail('ConstraintAssociated', curveTokens.name)
  checkSigner(a.user)
  checkWritable(a.user)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.token_program, tokenProgram, token2022Program)
  checkSeeds(a.creator_vault, program, 'creator-vault', addressBytes(state.creator))
  checkWritable(a.creator_vault)
  checkEventAccounts(a, program)
  if (state.complete) refuse('BondingCurveComplete')
  if (!isNative(state)) refuse('UnsupportedQuoteMint')
  checkFeeRecipient(a.fee_recipient, global, state)
  return {
    instruction,
    global,
    curve,
    mint: a.mint,
    base,
    tokens: a.token_program,
    curveTokens: a.associated_bonding_curve,
    userTokens: a.associated_user,
    user: a.user,
    system: a.system_program,
    feeRecipient: a.fee_recipient,
    creatorVault: a.creator_vault,
    fees: a,
    events: a,
    openings: new Script(),
  }
}

/** The account may be empty, but its address must be right. */
function checkCurveV2(account: NamedAccount | undefined, mint: NamedAccount): void {
  const seeds = [Buffer.from('bonding-curve-v2'), addressBytes(mint.address)]
  if (account === undefined || seedsOf(account.address, program, seeds) === undefined) refuse('InvalidBondingCurveV2')
}

function readBuyer(invocation: Invocation, instruction: string): Market {
  const a = nameAccounts(invocation, buyNames)
  const market = openMarket(a, instruction)
  checkSeeds(a.global_volume_accumulator, program, 'global_volume_accumulator')
  checkOwner(a.global_volume_accumulator, program)
  const accumulator = accumulators.read(a.user_volume_accumulator, a.user, 'opens')
  const [curveV2, buyback] = remainingAccounts(invocation, buyNames)
  checkCurveV2(curveV2, a.mint)
  return { ...market, accumulator, buybackRecipient: checkBuybackRecipient(buyback, market.global) }
}

/** For a coin with cashback, the seller's accumulator comes before the other two accounts. */
function readSeller(invocation: Invocation): Market {
  const a = nameAccounts(invocation, sellNames)
  const market = openMarket(a, 'sell')
  const rest = remainingAccounts(invocation, sellNames)
  const isCashback = market.curve.state.is_cashback_coin
  if (isCashback && rest.length < 3) refuse('MissingCashbackAccounts')
  const [curveV2, buyback] = isCashback ? rest.slice(1) : rest
  const accumulator = isCashback ? readSellersAccumulator(rest[0], a.user) : undefined
  checkCurveV2(curveV2, a.mint)
  const buybackRecipient = checkBuybackRecipient(buyback, market.global)
  return { ...market, buybackRecipient, ...(accumulator === undefined ? {} : { accumulator }) }
}

function readSellersAccumulator(account: NamedAccount | undefined, user: NamedAccount): Accumulator {
  const { address } = findProgramAddress(program, [Buffer.from('user_volume_accumulator'), addressBytes(user.address)])
  if (account?.address !== address || account.owner !== program) return refuse('InvalidCashbackAccumulator')
  return accumulators.read(account, user, 'there')
}

/** The flag at the end may be missing. */
const withFlag = (data: Uint8Array): Uint8Array => (data.length === 24 ? Buffer.concat([data, Uint8Array.of(0)]) : data)

/** `buy`: buys an exact number of tokens for at most a maximum of lamports. */
export function executeBuy(invocation: Invocation, clock: Clock): Script {
  const { amount, max_sol_cost, track_volume } = readArguments(buyLayout, withFlag(invocation.data))
  return buyExactly(
    { ...readBuyer(invocation, 'buy'), tracksVolume: track_volume },
    { amount, max: max_sol_cost },
    clock,
  )
}

/** `buy_exact_sol_in`: spends exact lamports for at least a minimum of tokens. */
export function executeBuyExactSolIn(invocation: Invocation, clock: Clock): Script {
  const args = readArguments(buyExactSolInLayout, withFlag(invocation.data))
  const market = { ...readBuyer(invocation, 'buy_exact_sol_in'), tracksVolume: args.track_volume }
  return buyFor(market, { spendable: args.spendable_sol_in, min: args.min_tokens_out }, clock)
}

/** `sell`: sells an exact number of tokens for at least a minimum of lamports. */
export function executeSell(invocation: Invocation, clock: Clock): Script {
  const { amount, min_sol_output } = readArguments(sellLayout, invocation.data)
  return sellExactly(readSeller(invocation), { amount, min: min_sol_output }, clock)
}

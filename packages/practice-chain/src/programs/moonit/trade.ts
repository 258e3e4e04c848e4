import { systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes, maxU64 } from '@tern/core/internal'
import { type Config, type CurveAccount, decodeCurve, program } from '@tern/venues/moonit'
import {
  buyForSol,
  buyLayout,
  buyTokens,
  type Curve,
  type CurveTrade,
  curveLayout,
  curveTypes,
  prepareCurve,
  sellForSol,
  sellLayout,
  sellTokens,
  tradeEventLayout,
} from '@tern/venues/moonit/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  deserialized,
  fail,
  isAssociated,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { transferChecked, transferLamports } from '../tokenCalls.ts'
import { readConfig } from './accounts.ts'
import { refuse } from './errors.ts'

const names = [
  'sender',
  'sender_token_account',
  'curve_account',
  'curve_token_account',
  'dex_fee',
  'helio_fee',
  'mint',
  'config_account',
  'token_program',
  'associated_token_program',
  'system_program',
] as const
type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

const inOne = 10_000n
const [exactIn, exactOut] = [0, 1] as const
/** The event's label, with its length. */
const label = Uint8Array.from([5, 0, 0, 0, ...Buffer.from('trade')])

/** A curve and a trader, with every account checked. */
interface Market {
  readonly a: Accounts
  readonly state: CurveAccount
  readonly config: Config
  readonly curve: Curve
  readonly seeds: readonly Uint8Array[]
}

function readMarket(invocation: Invocation): Market {
  const a = nameAccounts(invocation, names)
  const mint = readMint(a.mint)
  checkSigner(a.sender)
  checkWritable(a.sender, a.sender_token_account, a.curve_account, a.curve_token_account, a.dex_fee, a.helio_fee)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.system_program, systemProgram)
  if (mint.program !== tokenProgram) fail('ConstraintMintTokenProgram', a.mint.name)
  const seeds = checkSeeds(a.curve_account, program, 'token', addressBytes(mint.address))
  checkSeeds(a.config_account, program, 'config_account')
  if (!isAssociated(a.curve_token_account, { owner: a.curve_account.address, tokenProgram, mint: mint.address }))
    fail('ConstraintAssociated', a.curve_token_account.name)
  if (readTokenAccount(a.sender_token_account).mint !== mint.address)
    fail('ConstraintTokenMint', a.sender_token_account.name)
  readTokenAccount(a.curve_token_account)
  readOwn(a.curve_account, curveLayout, program)
  const state = deserialized(a.curve_account, () => decodeCurve(a.curve_account.data))
  const config = readConfig(a.config_account)
  if (a.dex_fee.address !== config.dex_fee || a.helio_fee.address !== config.helio_fee) refuse('InvalidFeeAccount')
  const type = curveTypes[state.curve_type] ?? refuse('InvalidCurveType')
  const curve = prepareCurve(type, state, BigInt(config.fee_bps)) ?? refuse('Arithmetics')
  if (BigInt(config.fee_bps) > inOne) refuse('Arithmetics')
  if (curve.isComplete(curve.sold)) refuse('InvalidTokenAccount')
  return { a, state, config, curve, seeds }
}

/** The smallest and the largest amount that the slippage allows. */
function interval(expected: bigint, slippageBps: bigint): { readonly min: bigint; readonly max: bigint } {
  if (slippageBps >= inOne) refuse('InvalidSlippage')
  return {
    min: (expected * (inOne - slippageBps)) / inOne,
    max: (expected * (inOne + slippageBps)) / inOne,
  }
}

/**
 * `buy`. The calls are in the order of a recorded transaction.
 *
 * *Modelled*: only the side of the interval that protects the buyer is checked.
 */
export function executeBuy(invocation: Invocation): Script {
  const { token_amount, collateral_amount, fixed_side, slippage_bps } = readArguments(buyLayout, invocation.data)
  const market = readMarket(invocation)
  const { curve } = market
  if (fixed_side !== exactIn && fixed_side !== exactOut) fail('InstructionDidNotDeserialize')
  if (fixed_side === exactOut && token_amount > curve.left) refuse('ThresholdReached')
  const trade = fixed_side === exactIn ? buyForSol(curve, collateral_amount) : buyTokens(curve, token_amount)
  if (trade.solAmount === 0n || trade.tokenAmount <= 0n) refuse('TradeAmountTooLow')
  if (trade.tokenAmount > curve.left) refuse('ThresholdReached')
  const cost = trade.solAmount + trade.fee
  if (cost > maxU64) refuse('Arithmetics')
  if (fixed_side === exactIn && trade.tokenAmount < interval(token_amount, slippage_bps).min) refuse('SlippageOverflow')
  if (fixed_side === exactOut && cost > interval(collateral_amount, slippage_bps).max) refuse('SlippageOverflow')
  const { a, seeds } = market
  const script = new Script()
  const [from, to] = [a.curve_token_account, a.sender_token_account]
  moveTokens(script, market, { from, to, authority: a.curve_account, amount: trade.tokenAmount }, [seeds])
  const { toDex, toHelio } = feesOf(market, trade)
  for (const [receiver, amount] of [
    [a.curve_account, trade.solAmount],
    [a.dex_fee, toDex],
    [a.helio_fee, toHelio],
  ] as const)
    if (amount > 0n) transferLamports(script, a.system_program, { from: a.sender, to: receiver, lamports: amount })
  return finish(script, market, trade, 'buy')
}

/** `sell`. The program moves the curve's lamports without a call. */
export function executeSell(invocation: Invocation): Script {
  const { token_amount, collateral_amount, fixed_side, slippage_bps } = readArguments(sellLayout, invocation.data)
  const market = readMarket(invocation)
  const { curve, a } = market
  if (fixed_side !== exactIn && fixed_side !== exactOut) fail('InstructionDidNotDeserialize')
  if (fixed_side === exactIn && token_amount > curve.sold) refuse('InvalidAmount')
  const trade = fixed_side === exactIn ? sellTokens(curve, token_amount) : sellForSol(curve, collateral_amount)
  if (trade === undefined) return refuse('InvalidAmount')
  if (trade.solAmount <= 0n || trade.tokenAmount <= 0n) refuse('TradeAmountTooLow')
  const net = trade.solAmount - trade.fee
  if (fixed_side === exactIn && net < interval(collateral_amount, slippage_bps).min) refuse('SlippageOverflow')
  if (fixed_side === exactOut && trade.tokenAmount > interval(token_amount, slippage_bps).max)
    refuse('SlippageOverflow')
  const script = new Script()
  const [from, to] = [a.sender_token_account, a.curve_token_account]
  moveTokens(script, market, { from, to, authority: a.sender, amount: trade.tokenAmount }, [])
  const { toDex, toHelio } = feesOf(market, trade)
  for (const [receiver, amount] of [
    [a.sender, net],
    [a.dex_fee, toDex],
    [a.helio_fee, toHelio],
  ] as const)
    if (amount > 0n) script.moveLamports(a.curve_account.position, receiver.position, amount)
  return finish(script, market, trade, 'sell')
}

interface Move {
  readonly from: NamedAccount
  readonly to: NamedAccount
  readonly authority: NamedAccount
  readonly amount: bigint
}

function moveTokens(
  script: Script,
  { a, state: { decimals } }: Market,
  move: Move,
  seeds: readonly (readonly Uint8Array[])[],
): void {
  transferChecked(script, { program: a.token_program, mint: a.mint, decimals, ...move }, seeds)
}

/** The share of `dex_fee` is rounded down, as in a recorded trade. */
function feesOf({ config }: Market, { fee }: CurveTrade): { readonly toDex: bigint; readonly toHelio: bigint } {
  const share = (fee * BigInt(config.dex_fee_share)) / 100n
  const toDex = share < fee ? share : fee
  return { toDex, toHelio: fee - toDex }
}

function finish(script: Script, market: Market, trade: CurveTrade, side: 'buy' | 'sell'): Script {
  const { a, state, curve } = market
  const { toDex, toHelio } = feesOf(market, trade)
  const change = side === 'buy' ? trade.tokenAmount : -trade.tokenAmount
  const at = curveLayout.offsets.curve_amount
  const data = curveLayout.encode({ ...state, curve_amount: state.curve_amount - change })
  script.write(a.curve_account.position, at, data.subarray(at, at + 8))
  script.log(
    `Transfering collateral from buyer to curve account: ${trade.solAmount}, Helio fee: ${toHelio}, Dex fee: ${toDex}`,
  )
  const event = tradeEventLayout.encode({
    ...{ amount: trade.tokenAmount, collateral_amount: trade.solAmount, dex_fee: toDex, helio_fee: toHelio },
    ...{ allocation: curve.sold + change, curve: a.curve_account.address, cost_token: wrappedNativeMint },
    ...{ sender: a.sender.address, type: side === 'buy' ? 0 : 1 },
  })
  return script.logData(Buffer.concat([event, label]))
}

import type { Instruction } from '@solana/instructions'
import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  rentExemption,
  TernError,
  wrappedNativeMint,
} from '@tern/core'
import { tradedAccountSize } from '@tern/core/internal'
import { sharingConfigAddress } from '../pumpFees/addresses.ts'
import type { Pool, Quote, SwapParties } from '../venue.ts'
import {
  bondingCurveAddress,
  bondingCurveV2Address,
  creatorVaultAddress,
  userVolumeAccumulatorAddress,
} from './addresses.ts'
import { noAddress, userVolumeAccumulatorSize } from './layout.ts'
import type { OpenCurve } from './pool.ts'
import {
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeBuyV2,
  encodeSell,
  encodeSellV2,
  type TradeAccounts,
  type TradeV2Accounts,
} from './tradeInstructions.ts'

type Pick = (n: number) => number

/**
 * Returns a curve's `swap`, which builds the instruction of a quoted trade.
 * @throws TernError `trade/feeRecipientNotFound`, `trade/limitBelowAmountIn`, `layout/mismatch`.
 */
export const swapOf =
  (open: OpenCurve): Pool['swap'] =>
  async (quote, limit, parties) => {
    const { pick = n => Math.floor(Math.random() * n) } = parties
    const inLamports = open.quote.address === wrappedNativeMint
    return [
      inLamports
        ? legacySwap(await tradeAccounts(open, quote, parties, pick), open, quote, limit)
        : v2Swap(await tradeV2Accounts(open, quote, parties, pick), open, quote, limit),
    ]
  }

function legacySwap(a: TradeAccounts, { base, state }: OpenCurve, quote: Quote, limit: bigint): Instruction {
  if (quote.tokenIn === base.address) {
    const { amountIn, minOut } = sale(quote, limit)
    return encodeSell(a, amountIn, minOut, state.is_cashback_coin ? 'seller' : 'creator')
  }
  const { request } = quote
  if (!('exactIn' in request)) return encodeBuy(a, quote.amountOut, limit)
  // A buy that completes the curve names its token amount, and the whole `exactIn` as its max cost.
  // Any other buy names its input. The program refuses a min output of 0.
  return quote.filled === 'partial'
    ? encodeBuy(a, quote.amountOut, request.exactIn)
    : encodeBuyExactSolIn(a, request.exactIn, limit || 1n)
}

function v2Swap(a: TradeV2Accounts, { base }: OpenCurve, quote: Quote, limit: bigint): Instruction {
  if (quote.tokenIn === base.address) {
    const { amountIn, minOut } = sale(quote, limit)
    return encodeSellV2(a, amountIn, minOut)
  }
  const { request } = quote
  if (!('exactIn' in request)) return encodeBuyV2(a, quote.amountOut, limit)
  return quote.filled === 'partial'
    ? encodeBuyV2(a, quote.amountOut, request.exactIn)
    : encodeBuyExactQuoteInV2(a, request.exactIn, limit || 1n)
}

/**
 * Converts a sale to exact-in, because the program sells exact amounts only. For exact-out, `exactOut` is the min
 * output.
 */
function sale({ request, amountIn }: Quote, limit: bigint): { amountIn: bigint; minOut: bigint } {
  if ('exactIn' in request) return { amountIn, minOut: limit }
  if (limit < amountIn) throw new TernError('trade/limitBelowAmountIn', { limit, amountIn })
  return { amountIn, minOut: request.exactOut }
}

async function tradeAccounts(open: OpenCurve, quote: Quote, parties: SwapParties, pick: Pick): Promise<TradeAccounts> {
  const { base, state, address } = open
  await assertDerived(open)
  const { feeRecipient, buybackRecipient } = recipients(open, pick)
  const [vault, creatorVault, accumulator, curveV2] = await Promise.all([
    associatedTokenAddress(address, base.address, base.program),
    creatorVaultAddress(state.creator),
    userVolumeAccumulatorAddress(parties.owner),
    bondingCurveV2Address(base.address),
  ])
  return {
    fee_recipient: feeRecipient,
    mint: base.address,
    bonding_curve: address,
    associated_bonding_curve: vault,
    associated_user: quote.tokenIn === base.address ? parties.tokenAccountIn : parties.tokenAccountOut,
    user: parties.owner,
    token_program: base.program,
    creator_vault: creatorVault,
    user_volume_accumulator: accumulator,
    bonding_curve_v2: curveV2,
    buyback_fee_recipient: buybackRecipient,
  }
}

async function tradeV2Accounts(
  open: OpenCurve,
  quote: Quote,
  parties: SwapParties,
  pick: Pick,
): Promise<TradeV2Accounts> {
  const { base, address, state } = open
  await assertDerived(open)
  const { feeRecipient, buybackRecipient } = recipients(open, pick)
  const inQuote = (owner: Address) => associatedTokenAddress(owner, open.quote.address, open.quote.program)
  const [creatorVault, accumulator] = await Promise.all([
    creatorVaultAddress(state.creator),
    userVolumeAccumulatorAddress(parties.owner),
  ])
  const isSale = quote.tokenIn === base.address
  const [baseVault, sharing, ...quoteAccounts] = await Promise.all([
    associatedTokenAddress(address, base.address, base.program),
    sharingConfigAddress(base.address),
    ...[feeRecipient, buybackRecipient, address, creatorVault, accumulator].map(inQuote),
  ])
  const [toRecipient, toBuyback, quoteVault, toCreator, toAccumulator] = quoteAccounts as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]
  return {
    base_mint: base.address,
    quote_mint: open.quote.address,
    base_token_program: base.program,
    quote_token_program: open.quote.program,
    fee_recipient: feeRecipient,
    associated_quote_fee_recipient: toRecipient,
    buyback_fee_recipient: buybackRecipient,
    associated_quote_buyback_fee_recipient: toBuyback,
    bonding_curve: address,
    associated_base_bonding_curve: baseVault,
    associated_quote_bonding_curve: quoteVault,
    user: parties.owner,
    associated_base_user: isSale ? parties.tokenAccountIn : parties.tokenAccountOut,
    associated_quote_user: isSale ? parties.tokenAccountOut : parties.tokenAccountIn,
    creator_vault: creatorVault,
    associated_creator_vault: toCreator,
    sharing_config: sharing,
    user_volume_accumulator: accumulator,
    associated_user_volume_accumulator: toAccumulator,
  }
}

/**
 * Picks a recipient of the protocol fee and a recipient of the buyback's share of it, each from eight.
 * Mayhem coins have a list of their own for the protocol fee.
 */
function recipients({ address, state, global }: OpenCurve, pick: Pick) {
  const normal = [global.fee_recipient, ...global.fee_recipients]
  const reserved = [global.reserved_fee_recipient, ...global.reserved_fee_recipients]
  const oneOf = (listed: readonly Address[]): Address => {
    const known = listed.filter(one => one !== noAddress)
    const picked = known[pick(known.length)]
    if (picked === undefined) throw new TernError('trade/feeRecipientNotFound', { pool: address })
    return picked
  }
  return {
    feeRecipient: oneOf(state.is_mayhem_mode ? reserved : normal),
    buybackRecipient: oneOf(global.buyback_fee_recipients),
  }
}

/**
 * Checks that the mint derives the curve, like the program.
 * If a node or the caller gave another curve, this fails before signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived({ address, base }: OpenCurve): Promise<void> {
  const expected = await bondingCurveAddress(base.address)
  if (expected !== address)
    throw new TernError('layout/mismatch', { address: base.address, field: 'bonding curve', expected, actual: address })
}

/**
 * Returns the accounts whose rent a trade charges to the trader.
 * In lamports, only a buy opens accounts: the trader's volume accumulator, and the coin's creator vault.
 * In a quote mint, sales do so too, and both accounts have a token account each.
 * The fee recipient's token account exists already.
 */
export async function openings(
  { base, quote, state }: OpenCurve,
  tokenIn: Address,
  { parties: { owner }, read }: { readonly parties: SwapParties; readonly read: AccountSet },
): Promise<readonly Opening[]> {
  const inLamports = quote.address === wrappedNativeMint
  if (inLamports && tokenIn === base.address) return []
  const [accumulator, creatorVault] = await Promise.all([
    userVolumeAccumulatorAddress(owner),
    creatorVaultAddress(state.creator),
  ])
  const possible: Opening[] = [{ address: accumulator, lamports: rentExemption(userVolumeAccumulatorSize) }]
  // A cashback coin pays the creator's share to the trader's accumulator. A coin without a creator pays no share.
  const paysCreator = !state.is_cashback_coin && state.creator !== noAddress
  if (!inLamports || paysCreator) possible.push({ address: creatorVault, lamports: rentExemption(0) })
  if (!inLamports) {
    const lamports = rentExemption(tradedAccountSize(quote))
    for (const holder of [accumulator, creatorVault])
      possible.push({ address: await associatedTokenAddress(holder, quote.address, quote.program), lamports })
  }
  return possible.filter(({ address }) => !read.get(address))
}

interface Opening {
  readonly address: Address
  readonly lamports: bigint
}

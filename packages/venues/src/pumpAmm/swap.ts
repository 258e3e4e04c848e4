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
import type { Pool, Quote, SwapParties } from '../venue.ts'
import { creatorVaultAuthorityAddress, poolAddress, poolV2Address, userVolumeAccumulatorAddress } from './addresses.ts'
import { noAddress, poolSize, shortestTradable, userVolumeAccumulatorSize } from './layout.ts'
import type { OpenPool } from './pool.ts'
import {
  encodeBuy,
  encodeBuyExactQuoteIn,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSell,
  type TradeAccounts,
} from './tradeInstructions.ts'

type Pick = (n: number) => number

/**
 * Returns a pool's `swap`, which builds the instructions of a quoted trade.
 * An instruction before the trade extends a pool that is too short. Another opens the volume accumulator if a sale with cashback lacks it.
 * @throws TernError `trade/*`, `layout/mismatch`.
 */
export const swapOf =
  (open: OpenPool): Pool['swap'] =>
  async (quote, limit, parties) => {
    const { pick = n => Math.floor(Math.random() * n) } = parties
    const accounts = await tradeAccounts(open, quote, parties, pick)
    const trade = encodeTrade(accounts, open, quote, limit)
    const accumulator = accounts.user_volume_accumulator
    const isSale = quote.tokenIn === open.base.address
    const isNew = isSale && open.state.is_cashback_coin && parties.missing?.has(accumulator) === true
    return [
      ...(isShort(open) ? [encodeExtendAccount(open.address, parties.owner)] : []),
      ...(isNew ? [encodeInitUserVolumeAccumulator(parties.owner, accumulator)] : []),
      trade,
    ]
  }

function isShort({ account }: OpenPool): boolean {
  return account.data.length < shortestTradable
}

function encodeTrade(a: TradeAccounts, { base }: OpenPool, quote: Quote, limit: bigint): Instruction {
  const { request, amountIn } = quote
  if (quote.tokenIn !== base.address)
    return 'exactIn' in request
      ? encodeBuyExactQuoteIn(a, request.exactIn, limit)
      : encodeBuy(a, quote.amountOut, limit)
  if ('exactIn' in request) return encodeSell(a, amountIn, limit)
  // The program sells exact amounts only. For exact-out, `exactOut` is the min output.
  if (limit < amountIn) throw new TernError('trade/limitBelowAmountIn', { limit, amountIn })
  return encodeSell(a, amountIn, request.exactOut)
}

async function tradeAccounts(open: OpenPool, quote: Quote, parties: SwapParties, pick: Pick): Promise<TradeAccounts> {
  const { address, state, config, base } = open
  await assertDerived(open)
  const normal = config.protocol_fee_recipients
  const reserved = [config.reserved_fee_recipient, ...config.reserved_fee_recipients]
  const recipient = oneOf(state.is_mayhem_mode ? reserved : normal, pick, address)
  const buyback = oneOf(config.buyback_fee_recipients, pick, address)
  const inQuote = (owner: Address) => associatedTokenAddress(owner, open.quote.address, open.quote.program)
  const [creatorVault, accumulator] = await Promise.all([
    creatorVaultAuthorityAddress(state.coin_creator),
    userVolumeAccumulatorAddress(parties.owner),
  ])
  const [toRecipient, toBuyback, toCreator] = await Promise.all([recipient, buyback, creatorVault].map(inQuote))
  const isSale = quote.tokenIn === base.address
  const cashback = state.is_cashback_coin ? { cashback_token_account: await inQuote(accumulator) } : {}
  const poolV2 = state.coin_creator === noAddress ? {} : { pool_v2: await poolV2Address(base.address) }
  return {
    pool: address,
    user: parties.owner,
    base_mint: base.address,
    quote_mint: open.quote.address,
    user_base_token_account: isSale ? parties.tokenAccountIn : parties.tokenAccountOut,
    user_quote_token_account: isSale ? parties.tokenAccountOut : parties.tokenAccountIn,
    pool_base_token_account: state.pool_base_token_account,
    pool_quote_token_account: state.pool_quote_token_account,
    protocol_fee_recipient: recipient,
    protocol_fee_recipient_token_account: toRecipient as Address,
    base_token_program: base.program,
    quote_token_program: open.quote.program,
    coin_creator_vault_ata: toCreator as Address,
    coin_creator_vault_authority: creatorVault,
    user_volume_accumulator: accumulator,
    ...cashback,
    ...poolV2,
    buyback_fee_recipient: buyback,
    buyback_fee_recipient_token_account: toBuyback as Address,
  }
}

function oneOf(listed: readonly Address[], pick: Pick, pool: Address): Address {
  const known = listed.filter(one => one !== noAddress)
  const picked = known[pick(known.length)]
  if (picked === undefined) throw new TernError('trade/feeRecipientNotFound', { pool })
  return picked
}

/**
 * Checks that the creator and the mints derive the pool, like the program.
 * If a node or the caller gave another state, this fails before signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived({ address, state }: OpenPool): Promise<void> {
  const expected = await poolAddress(state.index, state.creator, state.base_mint, state.quote_mint)
  if (expected !== address)
    throw new TernError('layout/mismatch', { address, field: 'pool', expected, actual: address })
}

/**
 * Returns the accounts that a trade opens or extends, with the rent that the trader pays:
 * - the trader's volume accumulator, for a buy or a cashback coin.
 * - the accumulator's token account for the quote mint, for a cashback coin.
 * - the creator's token account for the quote mint.
 * - a pool that is too short.
 *
 * Leaves out the fee recipients' token accounts. They exist for SOL, and may be missing for another quote mint.
 */
export async function openings(
  open: OpenPool,
  tokenIn: Address,
  { parties: { owner }, read }: { readonly parties: SwapParties; readonly read: AccountSet },
): Promise<readonly Opening[]> {
  const { address, account, base, quote, state } = open
  const [accumulator, creatorVault] = await Promise.all([
    userVolumeAccumulatorAddress(owner),
    creatorVaultAuthorityAddress(state.coin_creator),
  ])
  const lamports = rentExemption(quote.address === wrappedNativeMint ? 165 : tradedAccountSize(quote))
  const inQuote = (holder: Address) => associatedTokenAddress(holder, quote.address, quote.program)
  const possible: Opening[] = [{ address: await inQuote(creatorVault), lamports }]
  if (tokenIn !== base.address || state.is_cashback_coin)
    possible.push({ address: accumulator, lamports: rentExemption(userVolumeAccumulatorSize) })
  if (state.is_cashback_coin) possible.push({ address: await inQuote(accumulator), lamports })
  const missing = possible.filter(one => !read.get(one.address))
  const grown = rentExemption(poolSize) - account.lamports
  return isShort(open) && grown > 0n ? [{ address, lamports: grown }, ...missing] : missing
}

interface Opening {
  readonly address: Address
  readonly lamports: bigint
}

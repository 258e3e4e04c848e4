import { type AccountSet, type Address, rentExemption, TernError } from '@tern/core'
import { tradedAccountSize } from '@tern/core/internal'
import type { Pool, SwapParties, SwapRequest } from '../venue.ts'
import {
  configAddress,
  creatorFeeVaultAddress,
  platformFeeVaultAddress,
  poolAddress,
  vaultAddress,
} from './addresses.ts'
import type { OpenPool } from './pool.ts'
import {
  encodeBuyExactIn,
  encodeBuyExactOut,
  encodeSellExactIn,
  encodeSellExactOut,
  type Share,
  type TradeAccounts,
} from './tradeInstructions.ts'

/**
 * Returns a curve's `swap`, which builds the instruction of a quoted trade.
 * @throws TernError `layout/mismatch`.
 */
export const swapOf =
  (open: OpenPool): Pool['swap'] =>
  async (quote, limit, parties) => {
    const isBuy = quote.tokenOut === open.base.address
    const a = await tradeAccounts(open, isBuy, parties)
    const { request } = quote
    const share = shareOf(request, parties)
    if ('exactIn' in request) return [(isBuy ? encodeBuyExactIn : encodeSellExactIn)(a, request.exactIn, limit, share)]
    return [(isBuy ? encodeBuyExactOut : encodeSellExactOut)(a, quote.amountOut, limit, share)]
  }

/** Returns the referrer's share, if the request asks for it and a receiver is given. */
function shareOf({ referralPpm }: SwapRequest, { referral }: SwapParties): Share | undefined {
  return referralPpm && referral !== undefined ? { rate: referralPpm, receiver: referral } : undefined
}

async function tradeAccounts(open: OpenPool, isBuy: boolean, parties: SwapParties): Promise<TradeAccounts> {
  const { address, state, base, quote } = open
  const [{ platformVault, creatorVault }] = await Promise.all([feeVaults(open), assertDerived(open)])
  const [baseAccount, quoteAccount] = isBuy
    ? [parties.tokenAccountOut, parties.tokenAccountIn]
    : [parties.tokenAccountIn, parties.tokenAccountOut]
  return {
    payer: parties.owner,
    global_config: state.global_config,
    platform_config: state.platform_config,
    pool_state: address,
    user_base_token: baseAccount,
    user_quote_token: quoteAccount,
    base_vault: state.base_vault,
    quote_vault: state.quote_vault,
    base_token_mint: base.address,
    quote_token_mint: quote.address,
    base_token_program: base.program,
    quote_token_program: quote.program,
    platform_fee_vault: platformVault,
    creator_fee_vault: creatorVault,
  }
}

async function feeVaults({ state: { platform_config, creator, quote_mint } }: OpenPool) {
  const [platformVault, creatorVault] = await Promise.all([
    platformFeeVaultAddress(platform_config, quote_mint),
    creatorFeeVaultAddress(creator, quote_mint),
  ])
  return { platformVault, creatorVault }
}

/**
 * Checks the addresses that the program derives from the mints, so that a pool invented by a node fails before signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived({ address, state, config }: OpenPool): Promise<void> {
  const { base_mint, quote_mint, global_config, base_vault, quote_vault } = state
  const [pool, derivedConfig, baseVault, quoteVault] = await Promise.all([
    poolAddress(base_mint, quote_mint),
    configAddress(quote_mint, config.curve_type, config.index),
    vaultAddress(address, base_mint),
    vaultAddress(address, quote_mint),
  ])
  for (const [field, expected, actual] of [
    ['pool_state', pool, address],
    ['global_config', derivedConfig, global_config],
    ['base_vault', baseVault, base_vault],
    ['quote_vault', quoteVault, quote_vault],
  ] as const)
    if (expected !== actual) throw new TernError('layout/mismatch', { address, field, expected, actual })
}

/**
 * Returns the fee accounts that do not exist yet. The first trade of a platform in a quote token opens the platform's
 * account, and the first trade of a creator opens the creator's.
 */
export async function openings(
  open: OpenPool,
  read: AccountSet,
): Promise<readonly { readonly address: Address; readonly lamports: bigint }[]> {
  const { platformVault, creatorVault } = await feeVaults(open)
  const { platform, creator } = open.curve.rates
  const lamports = rentExemption(tradedAccountSize(open.quote))
  return [
    ...(platform > 0n ? [{ address: platformVault, lamports }] : []),
    ...(creator > 0n ? [{ address: creatorVault, lamports }] : []),
  ].filter(({ address }) => !read.get(address))
}

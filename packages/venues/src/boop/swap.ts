import { type AccountSet, type Address, rentExemption, TernError, wrappedNativeMint } from '@tern/core'
import { mismatch } from '../openAccounts.ts'
import type { Pool, Quote } from '../venue.ts'
import {
  bondingCurveAddress,
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  tradingFeesVaultAddress,
} from './addresses.ts'
import { encodeBuyToken, encodeSellToken } from './tradeInstructions.ts'

const tokenAccountSize = 165

/**
 * Returns a curve's `swap`, which builds the instruction of a quoted trade. The program trades exact inputs only: for an exact output, the quote's input
 * is the exact input, and the wanted output the minimum.
 *
 * @throws TernError `layout/mismatch` if another mint derives the curve; `trade/limitBelowAmountIn`.
 */
export const swapOf =
  (curve: Address, mint: Address): Pool['swap'] =>
  async (quote, limit, parties) => {
    const [derived, feesVault, vault, solVault] = await Promise.all([
      bondingCurveAddress(mint),
      tradingFeesVaultAddress(mint),
      bondingCurveVaultAddress(mint),
      bondingCurveSolVaultAddress(mint),
    ])
    if (derived !== curve) mismatch(mint, 'bonding curve', derived, curve)
    const accounts = {
      mint,
      bonding_curve: curve,
      trading_fees_vault: feesVault,
      bonding_curve_vault: vault,
      bonding_curve_sol_vault: solVault,
    }
    const { amountIn, minOut } = exactInput(quote, limit)
    if (quote.tokenIn === wrappedNativeMint)
      return [
        encodeBuyToken(
          { ...accounts, recipient_token_account: parties.tokenAccountOut, buyer: parties.owner },
          amountIn,
          minOut,
        ),
      ]
    return [
      encodeSellToken(
        { ...accounts, seller_token_account: parties.tokenAccountIn, seller: parties.owner, recipient: parties.owner },
        amountIn,
        minOut,
      ),
    ]
  }

function exactInput({ request, amountIn }: Quote, limit: bigint): { amountIn: bigint; minOut: bigint } {
  if ('exactIn' in request) return { amountIn: request.exactIn, minOut: limit }
  if (limit < amountIn) throw new TernError('trade/limitBelowAmountIn', { limit, amountIn })
  return { amountIn, minOut: request.exactOut }
}

/** Returns the account that a buy opens at the buyer's cost: the vault of the curve's fees, if this is its first buy. */
export async function openings(
  mint: Address,
  tokenIn: Address,
  read: AccountSet,
): Promise<readonly { readonly address: Address; readonly lamports: bigint }[]> {
  if (tokenIn !== wrappedNativeMint) return []
  const address = await tradingFeesVaultAddress(mint)
  return read.get(address) ? [] : [{ address, lamports: rentExemption(tokenAccountSize) }]
}

import type { Address, TradedMint } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { TradePlan } from '../actions/trade/trade.ts'
import type { Holding } from '../actions/trade/tradeContext.ts'

/** What a mint's extensions make of a trade, whatever its amount. */
export function heldBackError(
  extensions: TradedMint['extensions']['raw'],
  mint: Address,
  side: TradePlan['side'],
  { tokenAccount, tokenAccountData }: Holding,
): TernError | undefined {
  for (const { type, value } of extensions) {
    // `NonTransferable`.
    if (type === 9) return new TernError('token/nonTransferable', { mint })
    // `Pausable`: an authority, and whether it is paused.
    if (type === 26 && value[32] !== 0) return new TernError('token/transfersPaused', { mint })
    // `DefaultAccountState`: frozen, until the issuer thaws it.
    if (type === 6 && value[0] === 2 && side === 'buy' && tokenAccountData === null)
      return new TernError('token/accountFrozen', { address: tokenAccount })
  }
  return undefined
}

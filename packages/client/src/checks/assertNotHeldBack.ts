import type { Address, TradedMint } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { TradePlan } from '../actions/trade/trade.ts'
import type { Holding } from '../actions/trade/tradeContext.ts'

/**
 * @throws TernError what a mint of Token-2022 makes of a trade, whatever its amount: `token/nonTransferable`, `token/transfersPaused`,
 *   `token/accountFrozen` where the account would be opened and begin so.
 */
export function assertNotHeldBack(
  extensions: TradedMint['extensions']['raw'],
  mint: Address,
  side: TradePlan['side'],
  { tokenAccount, tokenAccountData }: Holding,
): void {
  for (const { type, value } of extensions) {
    // `NonTransferable`.
    if (type === 9) throw new TernError('token/nonTransferable', { mint })
    // `Pausable`: an authority, and whether it is paused.
    if (type === 26 && value[32] !== 0) throw new TernError('token/transfersPaused', { mint })
    // `DefaultAccountState`: frozen, until the issuer thaws it.
    if (type === 6 && value[0] === 2 && side === 'buy' && tokenAccountData === null)
      throw new TernError('token/accountFrozen', { address: tokenAccount })
  }
}

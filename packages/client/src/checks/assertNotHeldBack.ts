import { type Address, TernError } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import type { TradePlan } from '../actions/trade/trade.ts'
import type { Holding } from '../actions/trade/tradeContext.ts'

/**
 * Checks that a Token-2022 mint allows the trade, for any amount.
 *
 * @throws TernError `token/nonTransferable`, `token/transfersPaused`.
 * @throws TernError `token/accountFrozen` if a buy would open a token account that begins frozen.
 */
export function assertNotHeldBack(
  extensions: TradedMint['extensions']['raw'],
  {
    mint,
    side,
    holding: { tokenAccount, tokenAccountData },
  }: { readonly mint: Address; readonly side: TradePlan['side']; readonly holding: Holding },
): void {
  for (const { type, value } of extensions) {
    // `NonTransferable`.
    if (type === 9) throw new TernError('token/nonTransferable', { mint })
    // `Pausable`: the authority's 32 bytes, then the paused flag.
    if (type === 26 && value[32] !== 0) throw new TernError('token/transfersPaused', { mint })
    // `DefaultAccountState`: new accounts are frozen until the issuer thaws each.
    if (type === 6 && value[0] === 2 && side === 'buy' && tokenAccountData === null)
      throw new TernError('token/accountFrozen', { address: tokenAccount })
  }
}

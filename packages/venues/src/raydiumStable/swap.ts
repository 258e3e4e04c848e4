import type { Instruction } from '@solana/instructions'
import { type AccountSnapshot, type Address, TernError } from '@tern/core'
import { assertOwned, mismatch } from '../openAccounts.ts'
import { marketLayout, marketVaultSigner } from '../openbook/market.ts'
import type { Quote, SwapParties } from '../venue.ts'
import { encodeSwapBaseIn, encodeSwapBaseOut, type SwapAccounts } from './instructions.ts'
import type { AmmInfo } from './layout.ts'

/** The accounts of a pool's order book, without the addresses that the pool's account has. */
export type Market = Pick<
  SwapAccounts,
  'market_bids' | 'market_asks' | 'market_event_queue' | 'market_coin_vault' | 'market_pc_vault' | 'market_vault_signer'
>

/**
 * Opens the order book of a pool. The program checks its accounts at every swap.
 * @throws TernError `layout/*` if the account is not the pool's order book.
 */
export function openMarket(amm: AmmInfo, account: AccountSnapshot): Market {
  assertOwned('MarketState', account, amm.market_program)
  const market = marketLayout.view(account.data, 'atLeast')
  if (amm.market !== market.own_address) mismatch(amm.market, 'own_address', amm.market, market.own_address)
  return {
    market_bids: market.bids,
    market_asks: market.asks,
    market_event_queue: market.event_q,
    market_coin_vault: market.coin_vault,
    market_pc_vault: market.pc_vault,
    market_vault_signer: marketVaultSigner(amm.market_program, amm.market, market.vault_signer_nonce),
  }
}

interface OpenMarket {
  readonly address: Address
  readonly amm: AmmInfo
  readonly market: Market
  /** Whether the program can bring the quote's exact output. */
  readonly isExactOut: boolean
}

/**
 * Builds the swap of a quote. If the program cannot bring an exact output, it sells the exact input that does.
 * @throws TernError `trade/limitBelowAmountIn` if such an input exceeds the limit.
 */
export function encodeSwap(
  { address, amm, market, isExactOut, owner, tokenAccountIn, tokenAccountOut }: OpenMarket & SwapParties,
  { request, amountIn }: Quote,
  limit: bigint,
): Instruction {
  const accounts: SwapAccounts = {
    ...market,
    amm: address,
    amm_open_orders: amm.open_orders,
    amm_coin_vault: amm.coin_vault,
    amm_pc_vault: amm.pc_vault,
    model_data: amm.model_data,
    market_program: amm.market_program,
    market: amm.market,
    user_source: tokenAccountIn,
    user_destination: tokenAccountOut,
    user_source_owner: owner,
  }
  if ('exactIn' in request) return encodeSwapBaseIn(accounts, amountIn, limit)
  if (isExactOut) return encodeSwapBaseOut(accounts, limit, request.exactOut)
  if (limit < amountIn) throw new TernError('trade/limitBelowAmountIn', { limit, amountIn })
  return encodeSwapBaseIn(accounts, amountIn, request.exactOut)
}

import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import { assertOwned, mismatch } from '../openAccounts.ts'
import { marketLayout, marketVaultSigner, openOrdersLayout } from '../openbook/market.ts'
import type { MarketAccounts } from './instructions.ts'
import type { AmmInfo } from './layout.ts'

/**
 * Returns the accounts of the order book that releases before July 2026 read for an `initialized` pool.
 *
 * @throws TernError `venue/invalidVersion` if the pool has money on its order book. Such a release counts it among the
 *   reserves, and today's release does not, so the quote would not be exact.
 * @throws TernError `pool/accountsNotReady` if the market or the pool's orders are missing; `layout/*`.
 */
export function openMarket(pool: Address, amm: AmmInfo, read: AccountSet): MarketAccounts {
  const market = marketLayout.view(opened(pool, amm, amm.market, 'MarketState', read).data)
  const orders = openOrdersLayout.view(opened(pool, amm, amm.open_orders, 'OpenOrders', read).data)
  if (amm.market !== market.own_address) mismatch(amm.market, 'own_address', amm.market, market.own_address)
  if (amm.market !== orders.market) mismatch(amm.open_orders, 'market', amm.market, orders.market)
  if (orders.native_coin_total + orders.native_pc_total > 0n)
    throw new TernError('venue/invalidVersion', { protocol: 'raydiumammv4', version: 'order book' })
  return {
    amm_open_orders: amm.open_orders,
    market_program: amm.market_program,
    market: amm.market,
    market_bids: market.bids,
    market_asks: market.asks,
    market_event_queue: market.event_q,
    market_coin_vault: market.coin_vault,
    market_pc_vault: market.pc_vault,
    market_vault_signer: marketVaultSigner(amm.market_program, amm.market, market.vault_signer_nonce),
  }
}

function opened(pool: Address, amm: AmmInfo, address: Address, layout: string, read: AccountSet): AccountSnapshot {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool, missing: [address] })
  assertOwned(layout, account, amm.market_program)
  return account
}

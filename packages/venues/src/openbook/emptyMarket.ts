import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes, sha256 } from '@tern/core/internal'
import { marketLayout, openOrdersLayout } from './market.ts'

// Order books for practice and tests. Every swap of Raydium's older programs names an order book.

const tail = new TextEncoder().encode('padding')

/** Encodes the open orders of a pool: no order, and tokens that wait to be settled. */
export function encodeOpenOrders(
  market: Address,
  owner: Address,
  { coin, pc }: { readonly coin: bigint; readonly pc: bigint },
): Uint8Array {
  const orders = new Uint8Array(3_112)
  // The bits of the 128 free places for orders.
  orders.fill(0xff, 0, 16)
  return openOrdersLayout.encode({
    account_flags: 5n,
    market,
    owner,
    native_coin_free: coin,
    native_coin_total: coin,
    native_pc_free: pc,
    native_pc_total: pc,
    orders,
    tail,
  })
}

const bookNames = ['bids', 'asks', 'event_q', 'req_q', 'coin_vault', 'pc_vault'] as const

/** Encodes an empty order book: its main account, and the accounts of its queues by their made-up addresses. */
export function encodeMarket(market: Address, [coin_mint, pc_mint]: readonly [Address, Address]) {
  const addressOf = (name: string) =>
    encodeBase58(sha256(Uint8Array.of(...addressBytes(market), ...new TextEncoder().encode(name)))) as Address
  const named = Object.fromEntries(bookNames.map(name => [name, addressOf(name)])) as Readonly<
    Record<(typeof bookNames)[number], Address>
  >
  const empty = {
    ...{ coin_deposits_total: 0n, coin_fees_accrued: 0n, pc_deposits_total: 0n, pc_fees_accrued: 0n },
    ...{ pc_dust_threshold: 0n, fee_rate_bps: 0n, referrer_rebates_accrued: 0n },
  }
  const data = marketLayout.encode({
    ...{ ...empty, ...named, coin_mint, pc_mint, tail },
    ...{ account_flags: 3n, own_address: market, vault_signer_nonce: 0n, coin_lot_size: 1_000_000n, pc_lot_size: 100n },
  })
  const queues = [
    [named.bids, encodeQueue(14_524, 33)],
    [named.asks, encodeQueue(14_524, 65)],
    [named.event_q, encodeQueue(11_308, 17)],
    [named.req_q, encodeQueue(764, 9)],
  ] as const
  return { market: data, queues }
}

function encodeQueue(size: number, flags: number): Uint8Array {
  const data = new Uint8Array(size)
  data.set([...new TextEncoder().encode('serum'), flags])
  data.set(tail, size - tail.length)
  return data
}

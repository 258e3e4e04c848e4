import { type Address, encodeBase58 } from '@tern/core'
import { address, addressBytes, bytes, sha256, struct, u64 } from '@tern/core/internal'

/** `MarketState` of OpenBook and Serum (dex/src/state.rs), between `serum` and `padding`. */
export const marketLayout = struct(
  'MarketState',
  388,
  {
    account_flags: u64,
    own_address: address,
    vault_signer_nonce: u64,
    coin_mint: address,
    pc_mint: address,
    coin_vault: address,
    coin_deposits_total: u64,
    coin_fees_accrued: u64,
    pc_vault: address,
    pc_deposits_total: u64,
    pc_fees_accrued: u64,
    pc_dust_threshold: u64,
    req_q: address,
    event_q: address,
    bids: address,
    asks: address,
    coin_lot_size: u64,
    pc_lot_size: u64,
    fee_rate_bps: u64,
    referrer_rebates_accrued: u64,
    tail: bytes(7),
  },
  { discriminator: new TextEncoder().encode('serum') },
)

/** `OpenOrders` of OpenBook and Serum (dex/src/state.rs), between `serum` and `padding`: a pool's money on the order book. */
export const openOrdersLayout = struct(
  'OpenOrders',
  3228,
  {
    account_flags: u64,
    market: address,
    owner: address,
    native_coin_free: u64,
    native_coin_total: u64,
    native_pc_free: u64,
    native_pc_total: u64,
    orders: bytes(3112),
    tail: bytes(7),
  },
  { discriminator: new TextEncoder().encode('serum') },
)

const marker = new TextEncoder().encode('ProgramDerivedAddress')

/** Derives the account that signs for a market's vaults (`gen_vault_signer_key`, dex/src/state.rs of OpenBook). */
export function marketVaultSigner(marketProgram: Address, market: Address, nonce: bigint): Address {
  const seed = new Uint8Array(8)
  new DataView(seed.buffer).setBigUint64(0, nonce, true)
  const hashed = Uint8Array.of(...addressBytes(market), ...seed, ...addressBytes(marketProgram), ...marker)
  return encodeBase58(sha256(hashed)) as Address
}

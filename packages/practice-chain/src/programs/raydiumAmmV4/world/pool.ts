import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/raydiumAmmV4'
import { accountOfMarket, ammInfoLayout, ammStatus, authority, authorityBump } from '@tern/venues/raydiumAmmV4/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeMint, encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import { squareRoot } from '../../squareRoot.ts'

/** `Fees::initialize` (state.rs). */
const fees = {
  ...{ min_separate_numerator: 5n, min_separate_denominator: 10_000n },
  ...{ trade_fee_numerator: 25n, trade_fee_denominator: 10_000n, pnl_numerator: 12n, pnl_denominator: 100n },
  ...{ swap_fee_numerator: 25n, swap_fee_denominator: 10_000n },
} as const
const ammOwner = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ' as Address
/** `TargetOrders` (state.rs): the pool, and the profit's basis in normalized units. */
const targetOrders = { size: 2208, calcPnlX: 1024, calcPnlY: 1040 }

/** A pool to place: a token as its coin, against wrapped SOL. */
interface NewPool {
  /** Any address. The pool's accounts derive from it. */
  readonly market: Address
  readonly creator: Address
  readonly mint: Address
  readonly decimals: number
  /** Raw units in the pool. */
  readonly tokens: bigint
  readonly lamports: bigint
  readonly openTimeSeconds: bigint
}

/** Places the authority of all pools. */
export async function placeAuthority(genesis: Genesis): Promise<void> {
  placeAccount(genesis, authority, { owner: systemProgram, data: new Uint8Array() })
}

/**
 * Places a pool in the state after the program's `initialize2` and a first swap: vaults, LP mint, target orders and the
 * creator's LP tokens. Like a pool of today, it has no order book.
 */
export async function placePool(genesis: Genesis, pool: NewPool): Promise<Address> {
  const { market, mint, creator, tokens, lamports } = pool
  const [address, coinVault, pcVault, lpMint, targets] = await Promise.all(
    (['amm', 'coin_vault', 'pc_vault', 'lp_mint', 'target'] as const).map(one => accountOfMarket(market, one)),
  )
  if (!address || !coinVault || !pcVault || !lpMint || !targets) throw new RangeError('five accounts were derived')
  const liquidity = squareRoot(tokens * lamports)
  const given = liquidity - 10n ** BigInt(pool.decimals)
  placeToken(genesis, coinVault, { mint, owner: authority, amount: tokens })
  const nativeReserve = rentExemption(165)
  const wrapped = { mint: wrappedNativeMint, owner: authority, amount: lamports, nativeReserve }
  placeAccount(genesis, pcVault, { owner: tokenProgram, data: encodeTokenAccount(wrapped), lamportsOnTop: lamports })
  placeAccount(genesis, lpMint, { owner: tokenProgram, data: encodeMint(given, pool.decimals, authority) })
  const lpAccount = await associatedTokenAddress(creator, lpMint, tokenProgram)
  placeToken(genesis, lpAccount, { mint: lpMint, owner: creator, amount: given })

  const system = 10n ** BigInt(Math.max(pool.decimals, 9))
  const normal = (amount: bigint, decimals: number) => (amount * system) / 10n ** BigInt(decimals)
  const orders = new Uint8Array(targetOrders.size)
  orders.set(addressBytes(address))
  const view = new DataView(orders.buffer)
  view.setBigUint64(targetOrders.calcPnlX, normal(lamports, 9), true)
  view.setBigUint64(targetOrders.calcPnlY, normal(tokens, pool.decimals), true)
  placeAccount(genesis, targets, { owner: program, data: orders })

  const data = ammInfoLayout.encode({
    status: ammStatus.swapOnly,
    nonce: BigInt(authorityBump),
    order_num: 7n,
    depth: 3n,
    coin_decimals: BigInt(pool.decimals),
    pc_decimals: 9n,
    state: 1n,
    reset_flag: 0n,
    min_size: 0n,
    vol_max_cut_ratio: 500n,
    amount_wave: 0n,
    coin_lot_size: 0n,
    pc_lot_size: 0n,
    min_price_multiplier: 1n,
    max_price_multiplier: 1_000_000_000n,
    sys_decimal_value: system,
    ...fees,
    need_take_pnl_coin: 0n,
    need_take_pnl_pc: 0n,
    total_pnl_pc: 0n,
    total_pnl_coin: 0n,
    pool_open_time: pool.openTimeSeconds,
    padding: new Uint8Array(16),
    orderbook_to_init_time: 0n,
    swap_coin_in_amount: 0n,
    swap_pc_out_amount: 0n,
    swap_acc_pc_fee: 0n,
    swap_pc_in_amount: 0n,
    swap_coin_out_amount: 0n,
    swap_acc_coin_fee: 0n,
    coin_vault: coinVault,
    pc_vault: pcVault,
    coin_vault_mint: mint,
    pc_vault_mint: wrappedNativeMint,
    lp_mint: lpMint,
    open_orders: systemProgram,
    market,
    market_program: systemProgram,
    target_orders: targets,
    padding1: new Uint8Array(64),
    amm_owner: ammOwner,
    lp_amount: liquidity,
    client_order_id: 0n,
    recent_epoch: 0n,
    padding2: 0n,
  })
  placeAccount(genesis, address, { owner: program, data })
  return address
}

function placeToken(genesis: Genesis, address: Address, balance: Parameters<typeof encodeTokenAccount>[0]): void {
  placeAccount(genesis, address, { owner: tokenProgram, data: encodeTokenAccount(balance) })
}

import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { accountOfMarket, ammInfoLayout, modelDataAccount, program } from '@tern/venues/raydiumStable'
import { authority, encodeMarket, encodeOpenOrders, exampleModel, newPool } from '@tern/venues/raydiumStable/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeMint, encodeTokenAccount } from '../../../world/tokenAccounts.ts'

/** Serum, which mainnet's pools name. The program does not call it for a pool without orders. */
const marketProgram = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address

/** Places the accounts that pools share: the authority of all vaults, and Tern's own table of prices. */
export async function placeModel(genesis: Genesis): Promise<void> {
  placeAccount(genesis, authority, { owner: systemProgram, data: new Uint8Array() })
  placeAccount(genesis, modelDataAccount, { owner: program, data: exampleModel() })
}

/** A pool to place: a token as the coin, against wrapped SOL. */
export interface NewStablePool {
  readonly creator: Address
  /** The address of its order book. The pool's own addresses follow from it. */
  readonly market: Address
  readonly mint: Address
  readonly decimals: number
  /** Raw units in the pool. */
  readonly tokens: bigint
  readonly lamports: bigint
}

/** Places a pool with its empty order book, vaults, LP mint and the creator's LP. */
export async function placeStablePool(genesis: Genesis, pool: NewStablePool): Promise<Address> {
  const { market, mint, creator } = pool
  const [address, coinVault, pcVault, lpMint, openOrders, targetOrders] = await Promise.all([
    accountOfMarket(market, 'stable'),
    accountOfMarket(market, 'coin_vault'),
    accountOfMarket(market, 'pc_vault'),
    accountOfMarket(market, 'lp_mint'),
    accountOfMarket(market, 'open_order'),
    accountOfMarket(market, 'target'),
  ])
  const book = encodeMarket(market, [mint, wrappedNativeMint])
  placeAccount(genesis, market, { owner: marketProgram, data: book.market })
  for (const [queue, data] of book.queues) placeAccount(genesis, queue, { owner: marketProgram, data })
  placeAccount(genesis, openOrders, {
    owner: marketProgram,
    data: encodeOpenOrders(market, authority, { coin: 0n, pc: 0n }),
  })
  placeAccount(genesis, targetOrders, { owner: program, data: new Uint8Array(2_208) })
  const tokens = { mint, owner: authority, amount: pool.tokens }
  placeAccount(genesis, coinVault, { owner: tokenProgram, data: encodeTokenAccount(tokens) })
  const nativeReserve = rentExemption(165)
  const wrapped = { mint: wrappedNativeMint, owner: authority, amount: pool.lamports, nativeReserve }
  placeAccount(genesis, pcVault, {
    owner: tokenProgram,
    data: encodeTokenAccount(wrapped),
    lamportsOnTop: pool.lamports,
  })
  placeAccount(genesis, lpMint, { owner: tokenProgram, data: encodeMint(pool.tokens, pool.decimals, authority) })
  const lpAccount = await associatedTokenAddress(creator, lpMint, tokenProgram)
  placeAccount(genesis, lpAccount, {
    owner: tokenProgram,
    data: encodeTokenAccount({ mint: lpMint, owner: creator, amount: pool.tokens }),
  })
  const state = newPool([pool.decimals, 9], {
    ...{ coin_vault: coinVault, pc_vault: pcVault, coin_vault_mint: mint, pc_vault_mint: wrappedNativeMint },
    ...{ lp_mint: lpMint, open_orders: openOrders, market, market_program: marketProgram },
    ...{ target_orders: targetOrders, amm_owner: creator },
  })
  placeAccount(genesis, address, { owner: program, data: ammInfoLayout.encode(state) })
  return address
}

import { generateKeyPairSigner } from '@solana/kit'
import { type Address, associatedTokenAddress, tokenProgram } from '@tern/core'
import { type AmmInfo, accountOfMarket, ammInfoLayout, modelDataAccount, program } from '@tern/venues/raydiumStable'
import { authority, encodeMarket, encodeOpenOrders, newPool } from '@tern/venues/raydiumStable/internal'
import type { StableShape } from '../../packages/venues/test/raydiumStablePools.ts'
import { placeTokenAccount } from './cpmmWorld.ts'
import { placeMint, type Svm, startSvm } from './svm.ts'

/** Serum, which mainnet's pools trade on. The program reads its accounts, and calls it only for open orders. */
const marketProgram = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address
/** Enough for any trade of the tests, with room below 2^64. */
const endowment = 2n ** 62n

/** A pool on the real program. The payer is its trader. */
export interface StableWorld {
  readonly svm: Svm
  readonly pool: Address
  /** Coin, then pc. Likewise `accounts`, the payer's. */
  readonly mints: readonly [Address, Address]
  readonly accounts: readonly [Address, Address]
  readonly targetOrders: Address
  /** Places the pool anew, and plenty of both tokens for the trader. */
  arrange(shape: StableShape): void
}

/**
 * Loads the binary, and places a pool with its order book. Only Raydium's admins can create such pools.
 * The table is ours: mainnet's is not public.
 */
export async function startStable(binary: string): Promise<StableWorld> {
  const svm = await startSvm()
  svm.load(program, binary)
  svm.setClock({ unixTimestamp: 1_790_000_000n, epoch: 100n })
  const { address: payer } = svm.payer
  const [coin, pc] = [await placeMint(svm, tokenProgram, 6), await placeMint(svm, tokenProgram, 6)]
  const accounts = [
    await associatedTokenAddress(payer, coin, tokenProgram),
    await associatedTokenAddress(payer, pc, tokenProgram),
  ] as const
  const market = (await generateKeyPairSigner()).address
  const [pool, coinVault, pcVault, openOrders, targetOrders, lpMint] = await Promise.all(
    (['stable', 'coin_vault', 'pc_vault', 'open_order', 'target', 'lp_mint'] as const).map(account =>
      accountOfMarket(market, account),
    ),
  )
  if (!pool || !coinVault || !pcVault || !openOrders || !targetOrders || !lpMint) throw new RangeError('no addresses')
  const book = encodeMarket(market, [coin, pc])
  svm.place(market, marketProgram, book.market)
  for (const [address, data] of book.queues) svm.place(address, marketProgram, data)
  svm.place(targetOrders, program, new Uint8Array(2_208))
  let model: Uint8Array | undefined

  const arrange = ({ reserves, decimals = [6, 6], orders = { coin: 0n, pc: 0n }, ...shape }: StableShape) => {
    const state: AmmInfo = {
      ...newPool(decimals, {
        ...{ coin_vault: coinVault, pc_vault: pcVault, coin_vault_mint: coin, pc_vault_mint: pc, lp_mint: lpMint },
        ...{ open_orders: openOrders, market, market_program: marketProgram, target_orders: targetOrders },
        amm_owner: payer,
      }),
      ...shape.state,
    }
    svm.place(pool, program, ammInfoLayout.encode(state))
    svm.place(openOrders, marketProgram, encodeOpenOrders(market, authority, orders))
    if (shape.model !== undefined && shape.model !== model) svm.place(modelDataAccount, program, shape.model)
    model = shape.model ?? model
    const [coins, pcs] = reserves
    placeTokenAccount(svm, coinVault, coin, authority, coins + state.need_take_pnl_coin - orders.coin)
    placeTokenAccount(svm, pcVault, pc, authority, pcs + state.need_take_pnl_pc - orders.pc)
    for (const [i, mint] of [coin, pc].entries()) placeTokenAccount(svm, accounts[i as 0 | 1], mint, payer, endowment)
  }
  return { svm, pool, mints: [coin, pc], accounts, targetOrders, arrange }
}

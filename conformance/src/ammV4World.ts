import { type Address, associatedTokenAddress, encodeBase58, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes, mintLayout } from '@tern/core/internal'
import { type AmmInfo, program } from '@tern/venues/raydiumAmmV4'
import { ammInfoLayout, ammStatus, authority, marketLayout, openOrdersLayout } from '@tern/venues/raydiumAmmV4/internal'
import { expect } from 'vitest'
import { ammV4Addresses, noOrders, plainAmm, plainMarket } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { placeTokenAccount } from './cpmmWorld.ts'
import { fund, placeMint, type Svm, startSvm } from './svm.ts'

const { pool, market, openBook, openOrders, vaults } = ammV4Addresses
const endowment = 10n ** 18n

/** A pool of the real program. The payer is its trader. */
export interface AmmV4World {
  readonly svm: Svm
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  /** The payer's token accounts, in the pool's order. */
  readonly accounts: readonly [Address, Address]
}

/** The state of a pool to place. */
export interface AmmV4State {
  /** Raw units in the vaults, coin first. */
  readonly vaults: readonly [bigint, bigint]
  readonly amm: Partial<AmmInfo>
}

/** Loads the binary, and makes two tokens. The payer gets plenty of both. */
export async function startAmmV4(binary: string): Promise<AmmV4World> {
  const svm = await startSvm()
  svm.load(program, binary)
  svm.setClock({ unixTimestamp: 1_790_000_000n, epoch: 100n })
  const { address: payer } = svm.payer
  const mints = [await placeMint(svm, tokenProgram, 6), await placeMint(svm, tokenProgram, 9)] as const
  const open = (mint: Address) => associatedTokenAddress(payer, mint, tokenProgram)
  const accounts = [await open(mints[0]), await open(mints[1])] as const
  const { error } = await svm.send([
    ...fund(payer, mints[0], accounts[0], tokenProgram, endowment),
    ...fund(payer, mints[1], accounts[1], tokenProgram, endowment),
  ])
  if (error !== undefined) expect.fail(`the tokens were not made: ${error}`)
  return { svm, pool, mints, accounts }
}

/** Places a pool in any state, with an empty order book if it is `initialized`. */
export function placePool({ svm, mints }: AmmV4World, state: AmmV4State): void {
  const [coin_vault_mint, pc_vault_mint] = mints
  const amm: AmmInfo = { ...plainAmm, coin_vault_mint, pc_vault_mint, ...state.amm }
  svm.place(pool, program, ammInfoLayout.encode(amm))
  for (const i of [0, 1] as const) placeTokenAccount(svm, vaults[i], mints[i], authority, state.vaults[i])
  if (amm.status === ammStatus.initialized) placeOrderBook(svm, mints)
}

const keyOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const queues = { event_q: keyOf(101), bids: keyOf(102), asks: keyOf(103), coin_vault: keyOf(104), pc_vault: keyOf(105) }

/** Places an empty order book. OpenBook's own program is not called as long as the pool has no orders there. */
function placeOrderBook(svm: Svm, [coin_mint, pc_mint]: readonly [Address, Address]): void {
  svm.place(market, openBook, marketLayout.encode({ ...plainMarket, ...queues, coin_mint, pc_mint }))
  svm.place(openOrders, openBook, openOrdersLayout.encode(noOrders))
  svm.place(queues.event_q, openBook, framed(17n, 32 + 88 * 128))
  svm.place(queues.bids, openBook, framed(33n, 40 + 72 * 101))
  svm.place(queues.asks, openBook, framed(65n, 40 + 72 * 101))
}

/** An account of OpenBook (dex/src/state.rs): `serum`, its flags, `size` bytes with them, `padding`. */
function framed(flags: bigint, size: number): Uint8Array {
  const data = new Uint8Array(5 + size + 7)
  data.set(new TextEncoder().encode('serum'))
  new DataView(data.buffer).setBigUint64(5, flags, true)
  data.set(new TextEncoder().encode('padding'), 5 + size)
  return data
}

/** The state of a pool whose liquidity changes. */
export interface AmmV4Liquidity extends AmmV4State {
  /** Normalized units of pc and coin that count as no profit. */
  readonly calc_pnl_x: bigint
  readonly calc_pnl_y: bigint
  /** The payer's LP tokens. */
  readonly lpHeld: bigint
}

/** Places a pool with its LP mint and target orders. Returns the payer's account of LP tokens. */
export async function placeLiquidity(world: AmmV4World, state: AmmV4Liquidity): Promise<Address> {
  const { svm } = world
  placePool(world, state)
  const { lpMint, targetOrders } = ammV4Addresses
  const { address: payer } = svm.payer
  const mint = {
    ...{ mintAuthorityOption: 1, mintAuthority: authority, supply: state.lpHeld, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  }
  svm.place(lpMint, tokenProgram, mintLayout.encode(mint))
  // `TargetOrders` (state.rs): the pool, and both amounts.
  const targets = new Uint8Array(2208)
  targets.set(addressBytes(pool))
  const view = new DataView(targets.buffer)
  for (const [at, value] of [
    [1024, state.calc_pnl_x],
    [1040, state.calc_pnl_y],
  ] as const) {
    view.setBigUint64(at, BigInt.asUintN(64, value), true)
    view.setBigUint64(at + 8, value >> 64n, true)
  }
  svm.place(targetOrders, program, targets)
  const account = await associatedTokenAddress(payer, lpMint, tokenProgram)
  placeTokenAccount(svm, account, lpMint, payer, state.lpHeld)
  return account
}

import {
  type Address,
  maxTokenAccountSize,
  rentExemption,
  type Struct,
  tokenAccountLayout,
  wrappedNativeMint,
} from '@tern/core'
import type { ReadInstruction, SwapInstruction } from '../readInstruction.ts'
import { poolSize, userVolumeAccumulatorSize } from './layout.ts'
import {
  buyExactQuoteInLayout,
  buyExactQuoteInV2Layout,
  buyLayout,
  buyV2Layout,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  sellLayout,
  sellV2Layout,
} from './tradeInstructions.ts'

const protocol = 'pumpamm'

/** The two amounts that every trading instruction begins with. The flag that later followed may be missing. */
const amountsSize = 24
/** Accounts of the first trades, and of the second version's; what others name comes behind those. */
const leastAccounts = 17

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length >= amountsSize && begins(layout, data)
}

function begins<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return layout.discriminator.every((byte, i) => data[i] === byte)
}

/**
 * The max rent that a swap takes from its owner: for the token accounts of the coin's creator and of the owner's accumulator, and, of a
 * buy, for the accumulator.
 */
export function maxSwapRent({ accounts: { mintIn, mintOut } }: SwapInstruction): bigint {
  const isSale = mintOut === wrappedNativeMint
  const inQuote = isSale || mintIn === wrappedNativeMint ? tokenAccountLayout.size : maxTokenAccountSize
  return 2n * rentExemption(inQuote) + (isSale ? 0n : rentExemption(userVolumeAccumulatorSize))
}

/**
 * What an instruction to the program asks for; `undefined` for one that no trade needs, or that is malformed, and for a swap
 * through several pools.
 */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  const [pool, owner, , baseMint, quoteMint, base, quote] = accounts as readonly [
    ...[Address, Address, Address, Address, Address, Address, Address],
    ...Address[],
  ]
  if (begins(extendAccountLayout, data) && accounts.length >= 5)
    return { protocol, kind: 'extend', payer: owner, account: pool, rentLamports: rentExemption(poolSize) }
  if (begins(initUserVolumeAccumulatorLayout, data) && accounts.length >= 6)
    return {
      protocol,
      kind: 'extend',
      payer: pool,
      account: accounts[2] as Address,
      owner,
      rentLamports: rentExemption(userVolumeAccumulatorSize),
    }
  const isExactIn = is(buyExactQuoteInLayout, data) || is(buyExactQuoteInV2Layout, data)
  const isBuy = isExactIn || is(buyLayout, data) || is(buyV2Layout, data)
  const isSale = is(sellLayout, data) || is(sellV2Layout, data)
  if (accounts.length < leastAccounts || !(isBuy || isSale)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const [first, second] = [view.getBigUint64(8, true), view.getBigUint64(16, true)]
  const inBase = { tokenAccount: base, mint: baseMint }
  const inQuote = { tokenAccount: quote, mint: quoteMint }
  const [from, to] = isBuy ? [inQuote, inBase] : [inBase, inQuote]
  const [mostIn, leastOut] = isBuy && !isExactIn ? [second, first] : [first, second]
  return {
    protocol,
    kind: 'swap',
    mode: isBuy && !isExactIn ? 'exactOut' : 'exactIn',
    mostIn,
    leastOut,
    accounts: {
      owner,
      pool,
      tokenAccountIn: from.tokenAccount,
      tokenAccountOut: to.tokenAccount,
      mintIn: from.mint,
      mintOut: to.mint,
    },
  }
}

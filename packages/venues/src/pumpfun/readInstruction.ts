import { type Address, maxTokenAccountSize, rentExemption, type Struct, wrappedNativeMint } from '@tern/core'
import type { ReadInstruction, SwapInstruction } from '../readInstruction.ts'
import { userVolumeAccumulatorSize } from './layout.ts'
import {
  buyExactQuoteInV2Layout,
  buyExactQuoteInV3Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  buyV3Layout,
  sellLayout,
  sellV2Layout,
  sellV3Layout,
} from './tradeInstructions.ts'

const protocol = 'pumpfun'

/** The two amounts that every trading instruction begins with. The flags that later followed may be missing. */
const amountsSize = 24

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length >= amountsSize && layout.discriminator.every((byte, i) => data[i] === byte)
}

function amounts(data: Uint8Array): readonly [bigint, bigint] {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return [view.getBigUint64(8, true), view.getBigUint64(16, true)]
}

/**
 * What an instruction to the program asks for; `undefined` for one that is no trade, or is malformed. The side that is paid in
 * lamports has the owner's own address for its token account.
 */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  const at = (index: number) => accounts[index] as Address
  /** Of the instructions for curves in lamports, which all begin with the same seven. */
  const inLamports = () => ({
    owner: at(6),
    pool: at(3),
    token: { account: at(5), mint: at(2) },
    quote: { account: at(6), mint: wrappedNativeMint },
  })
  const inAnyQuote = () => ({
    owner: at(13),
    pool: at(10),
    token: { account: at(14), mint: at(1) },
    quote: { account: at(2) === wrappedNativeMint ? at(13) : at(15), mint: at(2) },
  })
  const inThirdVersion = () => ({
    owner: at(8),
    pool: at(5),
    token: { account: at(9), mint: at(1) },
    quote: { account: at(2) === wrappedNativeMint ? at(8) : at(10), mint: at(2) },
  })
  const isThird = accounts.length >= 17
  // A buy that may be filled in part promises no least: it is read as no trade. In lamports the flag for volume comes first.
  const isWhole = !data[amountsSize]
  const isWholeInLamports = accounts.length >= 16 && !data[amountsSize + 1]
  if (is(buyLayout, data) && isWholeInLamports) return bought('exactOut', inLamports(), data)
  if (is(buyExactSolInLayout, data) && isWholeInLamports) return bought('exactIn', inLamports(), data)
  if (is(sellLayout, data) && accounts.length >= 14) return sold(inLamports(), data)
  const isSecond = accounts.length >= 27
  if (is(buyV2Layout, data) && isSecond && isWhole) return bought('exactOut', inAnyQuote(), data)
  if (is(buyExactQuoteInV2Layout, data) && isSecond && isWhole) return bought('exactIn', inAnyQuote(), data)
  if (is(sellV2Layout, data) && accounts.length >= 26) return sold(inAnyQuote(), data)
  if (is(buyV3Layout, data) && isThird && isWhole) return bought('exactOut', inThirdVersion(), data)
  if (is(buyExactQuoteInV3Layout, data) && isThird && isWhole) return bought('exactIn', inThirdVersion(), data)
  if (is(sellV3Layout, data) && isThird) return sold(inThirdVersion(), data)
  return undefined
}

interface Side {
  readonly account: Address
  readonly mint: Address
}

interface Named {
  readonly owner: Address
  readonly pool: Address
  readonly token: Side
  readonly quote: Side
}

function bought(mode: 'exactIn' | 'exactOut', named: Named, data: Uint8Array): ReadInstruction {
  const [first, second] = amounts(data)
  const [mostIn, leastOut] = mode === 'exactIn' ? [first, second] : [second, first]
  return { protocol, kind: 'swap', mode, mostIn, leastOut, accounts: swapAccounts(named, named.quote, named.token) }
}

function sold(named: Named, data: Uint8Array): ReadInstruction {
  const [mostIn, leastOut] = amounts(data)
  const accounts = swapAccounts(named, named.token, named.quote)
  return { protocol, kind: 'swap', mode: 'exactIn', mostIn, leastOut, accounts }
}

function swapAccounts({ owner, pool }: Named, from: Side, to: Side) {
  return {
    owner,
    pool,
    tokenAccountIn: from.account,
    tokenAccountOut: to.account,
    mintIn: from.mint,
    mintOut: to.mint,
  }
}

/**
 * The max rent that a swap takes from its owner: for the accumulator and the creator's vault, and, in another token than SOL, for a token
 * account of each. A sale for lamports opens nothing.
 */
export function maxSwapRent({ accounts: { mintIn, mintOut } }: SwapInstruction): bigint {
  if (mintOut === wrappedNativeMint) return 0n
  const both = rentExemption(userVolumeAccumulatorSize) + rentExemption(0)
  return mintIn === wrappedNativeMint ? both : both + 2n * rentExemption(maxTokenAccountSize)
}

import {
  type Address,
  maxTokenAccountSize,
  rentExemption,
  type Struct,
  tokenAccountLayout,
  wrappedNativeMint,
} from '@tern/core'
import type { ReadInstruction, SwapInstruction } from '../readInstruction.ts'
import { protocolOf } from './addresses.ts'
import { buyExactInLayout, buyExactOutLayout, sellExactInLayout, sellExactOutLayout } from './tradeInstructions.ts'

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length >= layout.size && layout.discriminator.every((byte, i) => data[i] === byte)
}

/** What an instruction to the program asks for; `undefined` for one that is no trade, or is malformed. */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  if (accounts.length < 15) return undefined
  if (is(buyExactInLayout, data)) return swap('buy', 'exactIn', accounts, data)
  if (is(buyExactOutLayout, data)) return swap('buy', 'exactOut', accounts, data)
  if (is(sellExactInLayout, data)) return swap('sell', 'exactIn', accounts, data)
  if (is(sellExactOutLayout, data)) return swap('sell', 'exactOut', accounts, data)
  return undefined
}

function swap(
  side: 'buy' | 'sell',
  mode: 'exactIn' | 'exactOut',
  accounts: readonly Address[],
  data: Uint8Array,
): ReadInstruction {
  const at = (index: number) => accounts[index] as Address
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const [first, second] = [view.getBigUint64(8, true), view.getBigUint64(16, true)]
  const [mostIn, leastOut] = mode === 'exactIn' ? [first, second] : [second, first]
  const base = { account: at(5), mint: at(9) }
  const quote = { account: at(6), mint: at(10) }
  const [from, to] = side === 'buy' ? [quote, base] : [base, quote]
  return {
    ...{ protocol: protocolOf(at(3)), kind: 'swap', mode, mostIn, leastOut },
    accounts: {
      owner: at(0),
      pool: at(4),
      tokenAccountIn: from.account,
      tokenAccountOut: to.account,
      mintIn: from.mint,
      mintOut: to.mint,
    },
  }
}

/** The max rent that a swap takes from its owner: for the token accounts that the platform's and the creator's fees wait in. */
export function maxSwapRent({ accounts: { mintIn, mintOut } }: SwapInstruction): bigint {
  const isInSol = mintIn === wrappedNativeMint || mintOut === wrappedNativeMint
  return 2n * rentExemption(isInSol ? tokenAccountLayout.size : maxTokenAccountSize)
}

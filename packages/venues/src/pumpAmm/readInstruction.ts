import type { Address, Struct } from '@tern/core'
import type { ReadInstruction } from '../readInstruction.ts'
import {
  buyExactQuoteInLayout,
  buyLayout,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  sellLayout,
} from './tradeInstructions.ts'

const protocol = 'pumpamm'

/** The two amounts that every trading instruction begins with. The flag that later followed may be missing. */
const amountsSize = 24
/** Accounts of the first trades; what later ones name comes behind those. */
const leastAccounts = 17

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length >= amountsSize && begins(layout, data)
}

function begins<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return layout.discriminator.every((byte, i) => data[i] === byte)
}

/** What an instruction to the program asks for; `undefined` for one that no trade needs, or that is malformed. */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  const [pool, owner, , baseMint, quoteMint, base, quote] = accounts as readonly [
    ...[Address, Address, Address, Address, Address, Address, Address],
    ...Address[],
  ]
  if (begins(extendAccountLayout, data) && accounts.length >= 5)
    return { protocol, kind: 'extend', payer: owner, account: pool }
  if (begins(initUserVolumeAccumulatorLayout, data) && accounts.length >= 6)
    return { protocol, kind: 'extend', payer: pool, account: accounts[2] as Address }
  const isExactIn = is(buyExactQuoteInLayout, data)
  const isBuy = isExactIn || is(buyLayout, data)
  if (accounts.length < leastAccounts || !(isBuy || is(sellLayout, data))) return undefined
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

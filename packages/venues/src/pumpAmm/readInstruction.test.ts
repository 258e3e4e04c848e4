import { type Address, encodeBase58, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readInstruction } from '../read.ts'
import { buyExactQuoteInV2Layout, buyV2Layout, multiHopSwapLayout, program, sellV2Layout } from './index.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
/** The 17 accounts of the second version, as the interface of October 2026 lists them. */
const accounts = Array.from({ length: 17 }, (_, i) => k(i + 1)).with(4, wrappedNativeMint)
const buying = {
  ...{ owner: k(2), pool: k(1), tokenAccountIn: k(7), tokenAccountOut: k(6) },
  ...{ mintIn: wrappedNativeMint, mintOut: k(4) },
}
const selling = {
  ...{ owner: k(2), pool: k(1), tokenAccountIn: k(6), tokenAccountOut: k(7) },
  ...{ mintIn: k(4), mintOut: wrappedNativeMint },
}
const swap = { protocol: 'pumpamm', kind: 'swap' }

describe('the second version of the trades', () => {
  it('tells what may be spent and must come', () => {
    const exactOut = buyV2Layout.encode({ base_amount_out: 5n, max_quote_amount_in: 6n })
    expect(readInstruction(program, accounts, exactOut)).toEqual({
      ...{ ...swap, mode: 'exactOut', mostIn: 6n, leastOut: 5n, accounts: buying },
    })
    const exactIn = buyExactQuoteInV2Layout.encode({ spendable_quote_in: 5n, min_base_amount_out: 6n })
    expect(readInstruction(program, accounts, exactIn)).toEqual({
      ...{ ...swap, mode: 'exactIn', mostIn: 5n, leastOut: 6n, accounts: buying },
    })
    const sale = sellV2Layout.encode({ base_amount_in: 5n, min_quote_amount_out: 6n })
    expect(readInstruction(program, accounts, sale)).toEqual({
      ...{ ...swap, mode: 'exactIn', mostIn: 5n, leastOut: 6n, accounts: selling },
    })
    for (const data of [exactOut, exactIn, sale]) {
      expect(readInstruction(program, accounts.slice(0, 16), data)).toBeUndefined()
      expect(readInstruction(program, accounts, data.subarray(0, 23))).toBeUndefined()
    }
  })

  it('is no swap where several pools are traded in at once: no signer has seen what each of them takes', () => {
    const data = multiHopSwapLayout.encode({ amount_in: 5n, min_amount_out: 6n })
    expect(readInstruction(program, [...accounts, ...accounts], data)).toBeUndefined()
  })
})

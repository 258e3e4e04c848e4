import { type Address, encodeBase58, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { readExecuted } from '../read.ts'
import { program } from './index.ts'
import { buyExactQuoteInV2Layout, buyV2Layout, multiHopSwapLayout, sellV2Layout } from './tradeInstructions.ts'

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
  it('report the maximum input and the minimum output', () => {
    const exactOut = buyV2Layout.encode({ base_amount_out: 5n, max_quote_amount_in: 6n })
    expect(readTrade(program, accounts, exactOut, 'atLeast')).toEqual({
      ...{ ...swap, mode: 'exactOut', maxIn: 6n, minOut: 5n, accounts: buying },
    })
    const exactIn = buyExactQuoteInV2Layout.encode({ spendable_quote_in: 5n, min_base_amount_out: 6n })
    expect(readTrade(program, accounts, exactIn, 'atLeast')).toEqual({
      ...{ ...swap, mode: 'exactIn', maxIn: 5n, minOut: 6n, accounts: buying },
    })
    const sale = sellV2Layout.encode({ base_amount_in: 5n, min_quote_amount_out: 6n })
    expect(readTrade(program, accounts, sale, 'atLeast')).toEqual({
      ...{ ...swap, mode: 'exactIn', maxIn: 5n, minOut: 6n, accounts: selling },
    })
    for (const data of [exactOut, exactIn, sale]) {
      expect(readTrade(program, accounts.slice(0, 16), data, 'atLeast')).toBeUndefined()
      expect(readTrade(program, accounts, data.subarray(0, 23), 'atLeast')).toBeUndefined()
    }
  })

  it('is no swap if it trades in several pools at once, because no signer has seen each pool’s amounts', () => {
    const data = multiHopSwapLayout.encode({ amount_in: 5n, min_amount_out: 6n })
    expect(readTrade(program, [...accounts, ...accounts], data, 'atLeast')).toBeUndefined()
  })

  it('report the input of the first of several pools and the output of the last, in either direction', () => {
    // 16 accounts, and five for each hop: first base mint, quote mint and pool (MULTI_HOP_SWAP.md of pump-public-docs).
    const fixed = Array.from({ length: 16 }, (_, i) => k(i + 1))
    const [a, b] = [k(50), k(60)]
    const first = [a, wrappedNativeMint, k(51), k(52), k(53)]
    const second = [b, a, k(61), k(62), k(63)]
    const data = Uint8Array.from(Buffer.from('2b644913e9f66f9405000000000000000600000000000000', 'hex'))
    const routeOf = (accounts: Address[], mintOf = (_: Address): Address | undefined => undefined, bytes = data) => {
      const read = readExecuted({ program, accounts, data: bytes }, mintOf)
      return read && [read.pools, read.takes, read.brings]
    }
    const route = (pools: Address[], mintIn: Address, mintOut: Address) => [
      pools,
      [{ account: k(2), mint: mintIn, max: 5n }],
      [{ account: k(3), mint: mintOut, min: 6n }],
    ]
    expect(routeOf([...fixed, ...first, ...second])).toEqual(route([k(51), k(61)], wrappedNativeMint, b))
    expect(routeOf([...fixed, ...second, ...first])).toEqual(route([k(61), k(51)], b, wrappedNativeMint))
    const holding = (mint: Address) => (account: Address) => (account === k(2) ? mint : undefined)
    const only = [...fixed, ...first]
    expect(routeOf(only, holding(wrappedNativeMint))).toEqual(route([k(51)], wrappedNativeMint, a))
    expect(routeOf(only, holding(a))).toEqual(route([k(51)], a, wrappedNativeMint))
    expect(readExecuted({ program, accounts: [...fixed, ...first, ...second], data })).toMatchObject({
      ...{ protocol: 'pumpamm', kind: 'route', mode: 'exactIn', wallet: k(1) },
    })
    for (const refused of [only, fixed, [...fixed, ...first, ...first], []]) expect(routeOf(refused)).toBeUndefined()
    expect(routeOf([...fixed, ...first, ...second], undefined, data.subarray(0, 23))).toBeUndefined()
  })
})

import { type Address, encodeBase58, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { encodeBuy, program } from './index.ts'
import { buyLayout, sellLayout } from './internal.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [owner, tokens, curve, mint] = [key(1), key(2), key(3), key(4)]
const { accounts: metas = [] } = encodeBuy(
  {
    ...{ sender: owner, sender_token_account: tokens, curve_account: curve, curve_token_account: key(5) },
    ...{ dex_fee: key(6), helio_fee: key(7), mint },
  },
  { tokens: 1n, lamports: 1n, fixed: 'exactIn' },
)
const accounts = metas.map(({ address }) => address)
const unbounded = 2n ** 64n - 1n

describe('effects', () => {
  it.each([
    ['buy', 0, 0n, { mode: 'exactIn', maxIn: 70n, minOut: 500n }],
    ['buy', 0, 100n, { mode: 'exactIn', maxIn: 70n, minOut: 0n }],
    ['buy', 1, 0n, { mode: 'exactOut', maxIn: 70n, minOut: 500n }],
    ['buy', 1, 9_999n, { mode: 'exactOut', maxIn: unbounded, minOut: 500n }],
    ['sell', 0, 0n, { mode: 'exactIn', maxIn: 500n, minOut: 70n }],
    ['sell', 0, 100n, { mode: 'exactIn', maxIn: 500n, minOut: 0n }],
    ['sell', 1, 0n, { mode: 'exactOut', maxIn: 500n, minOut: 70n }],
    ['sell', 1, 1n, { mode: 'exactOut', maxIn: unbounded, minOut: 70n }],
  ] as const)('state the limits of a %s with fixed side %i and a slippage of %i', (side, fixed_side, bps, limits) => {
    const data = (side === 'buy' ? buyLayout : sellLayout).encode({
      ...{ token_amount: 500n, collateral_amount: 70n, fixed_side, slippage_bps: bps },
    })
    const [mintIn, mintOut] = side === 'buy' ? [wrappedNativeMint, mint] : [mint, wrappedNativeMint]
    const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [owner, tokens] : [tokens, owner]
    expect(readTrade(program, accounts, data)).toEqual({
      ...{ protocol: 'moonit', kind: 'swap', ...limits },
      accounts: { owner, pool: curve, mintIn, mintOut, tokenAccountIn, tokenAccountOut },
    })
  })

  it('are unknown for an unknown side', () => {
    const data = buyLayout.encode({ token_amount: 500n, collateral_amount: 70n, fixed_side: 2, slippage_bps: 0n })
    expect(readTrade(program, accounts, data)).toBeUndefined()
  })
})

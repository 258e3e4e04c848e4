import {
  type Address,
  associatedTokenAddress,
  isTernError,
  rentExemption,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { curveOf, launched, manyUnits, openCoin, trade } from '../../../test/pumpfun.ts'
import type { KeyPairSigner } from '../../../test/transactions.ts'

const supply = 1_000_000_000_000_000n
const sol = 1_000_000_000n

interface Step {
  readonly who: 0 | 1
  readonly side: 'buy' | 'sell'
  readonly of: 'in' | 'out'
  /** Parts of ten thousand of the available amount. */
  readonly part: bigint
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(0, 1),
  side: fc.constantFrom('buy', 'buy', 'sell'),
  of: fc.constantFrom('in', 'out'),
  part: fc.bigInt({ min: 1n, max: 10_000n }),
})

describe('the books of a curve', () => {
  it('balance after any trades: no token and no lamport appears or disappears', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
        const { bank, user, creator, mint, curve, submit } = await launched()
        const traders: readonly [KeyPairSigner, KeyPairSigner] = [user, creator]
        const accounts = await Promise.all(
          [curve, ...traders.map(({ address }) => address)].map(owner =>
            associatedTokenAddress(owner, mint, token2022Program),
          ),
        )
        const held = (address: Address) => bank.account(address)?.lamports ?? 0n
        let product = 0n
        for (const { who, side, of, part } of steps) {
          const { address } = traders[who]
          const amount = (whole: bigint) => (whole * part) / 10_000n
          const mine = amountIn(bank, accounts[who + 1] as Address)
          const { real_token_reserves: left, real_quote_reserves: paid } = await curveOf(bank, mint)
          const buying = { in: { exactIn: amount(60n * sol) }, out: { exactOut: amount(left) } }
          const selling = { in: { exactIn: amount(mine) }, out: { exactOut: amount(paid / 4n) } }
          const request = {
            tokenIn: side === 'buy' ? wrappedNativeMint : mint,
            ...(side === 'buy' ? buying : selling)[of],
          }
          const found = await trade(bank, mint, address, request).catch((error: unknown) => {
            if (isTernError(error)) return undefined
            throw error
          })
          if (found === undefined) continue
          const everybody = new Set<Address>()
          for (const { accounts: named = [] } of found.instructions) for (const one of named) everybody.add(one.address)
          const total = () => [...everybody].reduce((sum, one) => sum + held(one), 0n)
          const before = total()
          const record = await submit([traders[who]], manyUnits, ...found.instructions)
          expect(total()).toBe(before - record.fee)
          const state = await curveOf(bank, mint)
          expect(held(curve)).toBe(rentExemption(125) + state.real_quote_reserves)
          expect(accounts.reduce((sum, account) => sum + amountIn(bank, account), 0n)).toBe(supply)
          expect(amountIn(bank, accounts[0] as Address)).toBe(state.real_token_reserves + supply - 793_100_000_000_000n)
          const next = state.virtual_token_reserves * state.virtual_quote_reserves
          expect(next).toBeGreaterThanOrEqual(product)
          product = next
          expect(state.complete).toBe(state.real_token_reserves === 0n)
        }
        expect(['trading', 'complete']).toContain((await openCoin(bank, mint)).curve?.stage)
        await bank.close()
      }),
      { numRuns: 6 },
    )
  })
})

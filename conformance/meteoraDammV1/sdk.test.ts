import { isTernError } from '@tern/core'
import { encodeSwap, type SwapAccounts } from '@tern/venues/meteoraDammV1'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountsNamed, addressNamed } from '../../packages/venues/test/encodedInstructions.ts'
import {
  type DammV1Shape,
  dammV1Clock,
  dammV1Shapes,
  makeDammV1Pool,
  makeStakePool,
  type VaultShape,
} from '../../packages/venues/test/meteoraDammV1Pools.ts'
import { dammV1SdkName, sdkQuote, sdkSwapAccounts } from '../src/dammV1Sdk.ts'
import { proves } from '../src/evidence.ts'
import { runsOf } from '../src/runs.ts'

const evidence = proves('meteora_damm_v1')
/** A shape, a side and an amount. */
interface Case {
  readonly shape: DammV1Shape
  readonly side: 0 | 1
  readonly amount: bigint
}
const sides = fc.constantFrom<0 | 1>(0, 1)
const amounts = fc
  .integer({ min: 18, max: 50 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const now = dammV1Clock.unixTimestamp

/** A vault that has earned a part of `total`, and still locks some of that. */
const earning = (total: bigint, earnedPpm: bigint): VaultShape => {
  const supply = (total * (1_000_000n - earnedPpm)) / 1_000_000n
  const state = {
    ...{ last_updated_locked_profit: (total * earnedPpm) / 10_000_000n, last_report: now - 5_000n },
    locked_profit_degradation: 46_296_296n,
  }
  return { total, supply, share: supply / 3n, state }
}

const kinds: Readonly<Record<string, fc.Arbitrary<Case>>> = {
  'constant product': fc.record({ shape: dammV1Shapes.constantProduct, side: sides, amount: amounts }),
  // The SDK ends its iterations after 20 steps, so the reserves are at most twentyfold apart.
  'stable curve': fc
    .record({
      ...{
        side: sides,
        total: fc.bigInt(1n << 34n, 1n << 44n),
        ratio: fc.bigInt(50n, 20_000n),
        amp: fc.bigInt(1n, 9_999n),
      },
      ...{ earnedA: fc.bigInt(0n, 400_000n), earnedB: fc.bigInt(0n, 400_000n), part: fc.bigInt(1_000n, 2_000_000n) },
      ...{ fee: fc.constantFrom(10n, 40n, 100n), price: fc.constantFrom(0n, 1_100_000n, 1_234_567n) },
    })
    .map(({ side, total, ratio, amp, earnedA, earnedB, part, fee, price }) => {
      const isStaked = price > 0n
      const [a, b] = [earning(total, earnedA), earning((total * ratio) / (isStaked ? 1_000n : 1n), earnedB)]
      const stable = isStaked
        ? { amp, token_a_multiplier: 1n, depeg_type: 3, base_virtual_price: price, base_cache_updated: now }
        : { amp }
      const stake = isStaked ? makeStakePool(11n, 10n) : undefined
      const state = { trade_fee_numerator: fee, ...(stake && { stake: stake.address }) }
      const amount = ((side === 0 ? a : b).share * part) / 1_000_000n
      return { shape: { a, b, state, stable, ...(stake && { stake }) }, side, amount }
    }),
}

/** Tern's quote of an exact input, or the code of its refusal. */
function ternQuote(shape: DammV1Shape, side: 0 | 1, exactIn: bigint): bigint | string {
  const { venue, address, accounts } = makeDammV1Pool(shape)
  const pool = venue.open(address, accounts)
  try {
    return pool.quote({ tokenIn: pool.tokens[side].mint, exactIn }, dammV1Clock).amountOut
  } catch (error) {
    if (isTernError(error)) return error.code
    throw error
  }
}

/** Reports if both fees are at least a unit before rounding: the SDK lacks the minimum of a unit. */
const hasWholeFees = ({ state }: DammV1Shape, amount: bigint) => {
  const [trade, protocol] = [state?.trade_fee_numerator ?? 250n, state?.protocol_trade_fee_numerator ?? 20_000n]
  const fee = (amount * trade) / 100_000n
  return (trade === 0n || fee > 0n) && (protocol === 0n || trade === 0n || (fee * protocol) / 100_000n > 0n)
}

for (const [kind, cases] of Object.entries(kinds))
  it(`quotes as the SDK does: ${kind}`, evidence(`${dammV1SdkName}, ${kind}`, ['exactIn']), () => {
    const found = { equal: 0, byAUnit: 0 }
    fc.assert(
      fc.property(cases, ({ shape, side, amount }) => {
        if (!hasWholeFees(shape, amount)) return
        const [ours, theirs] = [ternQuote(shape, side, amount), sdkQuote(shape, side, amount, now)]
        if (typeof ours === 'string' || typeof theirs !== 'bigint') return
        const difference = ours > theirs ? ours - theirs : theirs - ours
        // The SDK divides once and the program twice, so a stable curve may differ by a unit. If the output's vault has
        // earned, a unit of its shares is worth up to two of the token.
        expect(difference).toBeLessThanOrEqual(kind === 'stable curve' ? 2n : 0n)
        found[difference === 0n ? 'equal' : 'byAUnit']++
      }),
      { numRuns: runsOf(4_000) },
    )
    expect(found.equal).toBeGreaterThan(runsOf(4_000) / 4)
    expect(found.byAUnit * 10).toBeLessThanOrEqual(found.equal)
  })

it('names the accounts of a swap as the SDK does', () => {
  const accounts = sdkSwapAccounts()
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const { accounts: made = [] } = encodeSwap(accountsNamed<SwapAccounts>({ stake: undefined }), 7n, 5n)
  expect(made).toHaveLength(accounts.length)
  for (const [i, { name, isMut, isSigner }] of accounts.entries()) {
    const meta = made[i]
    expect([meta?.role], name).toEqual([(isMut ? 1 : 0) + (isSigner ? 2 : 0)])
    if (name !== 'vaultProgram' && name !== 'tokenProgram') expect(meta?.address, name).toBe(addressNamed(snake(name)))
  }
})

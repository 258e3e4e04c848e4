import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  atMost,
  changePanel,
  freshPanel,
  mainButton,
  type PanelAction,
  readAmount,
  readPriority,
  readSlippage,
  type Situation,
  shareOf,
} from './panel.ts'

const ready: Situation = {
  side: 'buy',
  symbol: 'KITE',
  session: 'unlocked',
  isAskingPassphrase: false,
  isBalanceLoaded: true,
  poolReason: undefined,
  hasBlockhash: true,
  amount: { value: 1n },
  slippage: { value: 100 },
  priority: { value: 0n },
  planReasons: [],
  flight: 'none',
}

/** Everything that can be wrong, in the order in which it is told. */
const wrongs: readonly (readonly [Partial<Situation>, string])[] = [
  [{ session: 'unreachable' }, 'No suborg'],
  [{ session: 'none' }, 'No wallet found'],
  [{ isBalanceLoaded: false }, 'Wallet balance not loaded'],
  [{ session: 'refused' }, 'No wallet bundle'],
  [{ session: 'locked' }, 'Unlock'],
  [{ poolReason: 'Dex accounts not ready for pool' }, 'Dex accounts not ready for pool'],
  [{ hasBlockhash: false }, 'No blockhash'],
  [{ amount: { reason: 'decimals overflow' } }, 'decimals overflow'],
  [{ slippage: { reason: 'Enter a slippage' } }, 'Enter a slippage'],
  [{ planReasons: ['No enough SOL to buy tokens', 'Insufficient liquidity'] }, 'No enough SOL to buy tokens'],
]

describe('a typed amount', () => {
  it.each([
    ['1,5', 1_500_000_000n],
    [',5', 500_000_000n],
    ['0,125', 125_000_000n],
    ['1,25', 1_250_000_000n],
    [' 2.5 ', 2_500_000_000n],
  ])("takes '%s' with a comma or a point", (text, value) => {
    expect(readAmount(text, 9)).toEqual({ value })
  })

  it.each(['1,000', '12,345', '1,000.5', '1,2,3', ',', '-1,5'])("does not guess at '%s'", text => {
    expect(readAmount(text, 9)).toHaveProperty('reason')
  })
})

describe('the main button', () => {
  it('is the trade when nothing is wrong', () => {
    expect(mainButton(ready)).toEqual({ kind: 'trade', label: 'Buy KITE' })
    expect(mainButton({ ...ready, side: 'sell' })).toEqual({ kind: 'trade', label: 'Sell KITE' })
  })

  it.each(wrongs)('says so: %o', (wrong, label) => {
    expect(mainButton({ ...ready, ...wrong }).label).toBe(label)
  })

  it('tells the first of several reasons in the order of the specification', () => {
    for (const [at, [first, label]] of wrongs.entries())
      for (const [later] of wrongs.slice(at + 1)) expect(mainButton({ ...ready, ...later, ...first }).label).toBe(label)
  })

  it('unlocks a locked wallet on click and is no second Unlock while the dialog asks', () => {
    expect(mainButton({ ...ready, session: 'locked' }).kind).toBe('unlock')
    expect(mainButton({ ...ready, session: 'locked', isAskingPassphrase: true }).kind).toBe('blocked')
  })

  it('never trades while one trade is on its way or a price is missing', () => {
    expect(mainButton({ ...ready, flight: 'sending' })).toEqual({ kind: 'blocked', label: 'Sending transaction...' })
    expect(mainButton({ ...ready, flight: 'unknown' }).kind).toBe('blocked')
    expect(mainButton({ ...ready, planReasons: undefined }).kind).toBe('blocked')
  })
})

describe('what is typed', () => {
  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['0.000', 'Enter an amount'],
    ['abc', 'invalid number string'],
    ['1e30', 'invalid number string'],
    ['0.0000001', 'decimals overflow'],
  ])('the amount %j at 6 decimals: %s', (text, reason) => {
    expect(readAmount(text, 6)).toEqual({ reason })
  })

  it('cannot be more of a token than there is', () => {
    expect(atMost({ value: 6n }, 5n, 'KITE')).toEqual({ reason: 'Not enough KITE' })
    expect(atMost({ value: 5n }, 5n, 'KITE')).toEqual({ value: 5n })
    expect(atMost({ value: 6n }, undefined, 'KITE')).toEqual({ value: 6n })
    expect(atMost({ reason: 'Enter an amount' }, 5n, 'KITE')).toEqual({ reason: 'Enter an amount' })
  })

  it('is exact', () => {
    expect(readAmount('0.5', 9)).toEqual({ value: 500_000_000n })
    expect(readAmount('18446744073709.551615', 6)).toEqual({ value: 2n ** 64n - 1n })
    expect(readSlippage('0.5')).toEqual({ value: 50 })
    expect(readSlippage('101')).toEqual({ reason: 'Slippage is at most 100%' })
    expect(readPriority('0.00005')).toEqual({ value: 50_000n })
  })

  it('of one side survives a look at the other and everything but its own confirmed trade', () => {
    const typed = changePanel(freshPanel, { kind: 'amount', text: '0.5' })
    const harmless: fc.Arbitrary<PanelAction> = fc.oneof(
      fc.record({ kind: fc.constant('side' as const), side: fc.constantFrom('buy' as const, 'sell' as const) }),
      fc.record({ kind: fc.constantFrom('slippage' as const, 'priority' as const), text: fc.string() }),
      fc.constant({ kind: 'confirmed' as const, side: 'sell' as const }),
    )
    fc.assert(
      fc.property(fc.array(harmless), actions => {
        expect(actions.reduce(changePanel, typed).amounts.buy).toBe('0.5')
      }),
    )
    expect(changePanel(typed, { kind: 'confirmed', side: 'buy' }).amounts.buy).toBe('')
  })
})

describe('a share of a balance', () => {
  it('is floored, and all of it at 100', () => {
    expect(shareOf(7n, 25n)).toBe(1n)
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), all => shareOf(all, 100n) === all))
  })
})

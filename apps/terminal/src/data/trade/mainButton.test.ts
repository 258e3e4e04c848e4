import { describe, expect, it } from 'vitest'
import { mainButton, type Situation } from './mainButton.ts'

const ready: Situation = {
  side: 'buy',
  symbol: 'KITE',
  session: 'unlocked',
  opener: { label: 'Unlock' },
  isOpening: false,
  isBalanceLoaded: true,
  connectionReason: undefined,
  poolReason: undefined,
  lifetimeReason: undefined,
  amount: { value: 1n },
  slippage: { value: 100 },
  fees: { value: 0n },
  review: undefined,
  impact: { numerator: 1n, denominator: 100n },
  planReasons: [],
  underway: 'none',
  isNonceTaken: false,
}

/** Every reason against a trade, in the order of the specification. */
const wrongs: readonly (readonly [Partial<Situation>, string])[] = [
  [{ session: 'unreachable' }, 'No suborg'],
  [{ session: 'none' }, 'Create a wallet'],
  [{ isBalanceLoaded: false }, 'Wallet balance not loaded'],
  [{ session: 'refused' }, 'No wallet bundle'],
  [{ session: 'locked' }, 'Unlock'],
  [{ connectionReason: 'You are offline' }, 'You are offline'],
  [{ poolReason: 'Dex accounts not ready for pool' }, 'Dex accounts not ready for pool'],
  [{ lifetimeReason: 'No blockhash' }, 'No blockhash'],
  [{ isNonceTaken: true }, 'Nonce account not ready'],
  [{ amount: { reason: 'decimals overflow' } }, 'decimals overflow'],
  [{ slippage: { reason: 'Enter a slippage' } }, 'Enter a slippage'],
  [{ fees: { reason: 'Enter a priority fee' } }, 'Enter a priority fee'],
  [{ fees: undefined }, 'Getting price…'],
  [
    { planReasons: [{ reason: 'No enough SOL to buy tokens' }, { reason: 'Insufficient liquidity' }] },
    'No enough SOL to buy tokens',
  ],
  [{ review: 'Review risks' }, 'Review risks'],
  [{ impact: { numerator: 50_001n, denominator: 1_000_000n } }, 'Review: price impact 5.01%'],
]

describe('the main button', () => {
  it('is the trade if there is no reason against it', () => {
    expect(mainButton(ready)).toEqual({ kind: 'trade', label: 'Buy KITE' })
    expect(mainButton({ ...ready, side: 'sell' })).toEqual({ kind: 'trade', label: 'Sell KITE' })
  })

  it.each(wrongs)('shows the reason: %o', (wrong, label) => {
    expect(mainButton({ ...ready, ...wrong }).label).toBe(label)
  })

  it('shows the first of several reasons, in the order of the specification', () => {
    for (const [at, [first, label]] of wrongs.entries())
      for (const [later] of wrongs.slice(at + 1)) expect(mainButton({ ...ready, ...later, ...first }).label).toBe(label)
  })

  it('has the largest amount that works, if the refusal knows it', () => {
    const tooMuch = { reason: 'Not enough KITE', largest: 7n }
    const blocked = { kind: 'blocked', label: 'Not enough KITE', largest: 7n }
    expect(mainButton({ ...ready, amount: tooMuch })).toEqual(blocked)
    expect(mainButton({ ...ready, planReasons: [tooMuch] })).toEqual(blocked)
    // An earlier reason hides it, and zero is no amount.
    expect(mainButton({ ...ready, amount: tooMuch, lifetimeReason: 'No blockhash' })).not.toHaveProperty('largest')
    expect(mainButton({ ...ready, amount: { ...tooMuch, largest: 0n } })).not.toHaveProperty('largest')
  })

  it('leads a person without a wallet on, and keeps the reason', () => {
    const start = { kind: 'start', label: 'Create a wallet', reason: 'No wallet found' }
    expect(mainButton({ ...ready, session: 'none' })).toEqual(start)
  })

  it('unlocks a locked wallet on click, and is no second Unlock while the dialog asks', () => {
    expect(mainButton({ ...ready, session: 'locked' }).kind).toBe('unlock')
    expect(mainButton({ ...ready, session: 'locked', isOpening: true }).label).toBe('Waiting for the passphrase')
    const opener = { label: 'Connect Kestrel', program: 'Kestrel' }
    expect(mainButton({ ...ready, session: 'locked', opener })).toEqual({ kind: 'unlock', label: 'Connect Kestrel' })
    expect(mainButton({ ...ready, session: 'locked', opener, isOpening: true }).label).toBe('Waiting for Kestrel')
  })

  it('asks for confirmation from an impact of 5%', () => {
    const at = (numerator: bigint) => mainButton({ ...ready, impact: { numerator, denominator: 100_000n } })
    expect(at(4_999n).kind).toBe('trade')
    expect(at(5_000n)).toEqual({ kind: 'confirm', label: 'Review: price impact 5%' })
  })

  it('never trades while a trade is under way or a price is missing', () => {
    expect(mainButton({ ...ready, underway: 'sending' })).toEqual({ kind: 'blocked', label: 'Sending transaction...' })
    expect(mainButton({ ...ready, underway: 'unknown' }).kind).toBe('blocked')
    expect(mainButton({ ...ready, planReasons: undefined }).kind).toBe('blocked')
  })
})

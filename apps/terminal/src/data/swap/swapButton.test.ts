import { usdcMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { unscaled } from '../../text/numberText.ts'
import { largestSol, type SwapSituation, swapButton, withinBalance } from './swapButton.ts'
import { type SwapToken, solToken } from './swapTokens.ts'

const usdc: SwapToken = {
  ...{ mint: usdcMint, symbol: 'USDC', name: 'USD Coin', program: usdcMint, picture: null },
  ...unscaled(6),
}

const ready: SwapSituation = {
  ...{ side: 'pay', pay: solToken, receive: usdc, tokenReason: undefined, session: 'unlocked' },
  ...{ opener: { label: 'Unlock' }, isOpening: false, isBalanceLoaded: true, connectionReason: undefined },
  ...{ lifetimeReason: undefined, amount: { value: 8_000_000_000n }, slippage: { value: 100 }, planReasons: [] },
  ...{ impact: { numerator: 1n, denominator: 100n }, underway: 'none', fees: { value: {} }, isNonceTaken: false },
}
const labelOf = (change: Partial<SwapSituation>) => swapButton({ ...ready, ...change }).label

describe('the main button of a swap', () => {
  it('says the swap, by its exact side', () => {
    expect(swapButton(ready)).toEqual({ kind: 'trade', label: 'Swap 8 SOL for USDC' })
    expect(labelOf({ side: 'receive', amount: { value: 500_000_000n } })).toBe('Swap SOL for 500 USDC')
  })

  it.each<[string, Partial<SwapSituation>]>([
    ['Loading wallet…', { session: 'loading' }],
    ['No suborg', { session: 'unreachable' }],
    ['Create a wallet', { session: 'none' }],
    ['No wallet bundle', { session: 'refused' }],
    ['Unlock', { session: 'locked' }],
    ['Waiting for the passphrase', { session: 'locked', isOpening: true }],
    ['You are offline', { connectionReason: 'You are offline' }],
    ['No blockhash', { lifetimeReason: 'No blockhash' }],
    ['Sending transaction...', { underway: 'sending' }],
    ['Waiting for the last transaction', { underway: 'unknown' }],
    ['Nonce account not ready', { isNonceTaken: true }],
    ['invalid mint account', { tokenReason: 'invalid mint account' }],
    ['Choose both tokens', { pay: undefined }],
    ['Choose both tokens', { receive: undefined }],
    ['Wallet balance not loaded', { isBalanceLoaded: false }],
    ['Enter an amount', { amount: { reason: 'Enter an amount' } }],
    ['Enter a slippage', { slippage: { reason: 'Enter a slippage' } }],
    ['jito needs at least 0.000001 SOL', { fees: { reason: 'jito needs at least 0.000001 SOL' } }],
    ['Getting price…', { fees: undefined }],
    ['Getting price…', { planReasons: undefined }],
    ['No pools connect these tokens', { planReasons: [{ reason: 'No pools connect these tokens' }] }],
    ['Review: price impact 5%', { impact: { numerator: 5n, denominator: 100n } }],
  ])('says %s', (label, change) => {
    expect(labelOf(change)).toBe(label)
    expect(swapButton({ ...ready, ...change }).kind).not.toBe('trade')
  })

  it('says the first reason, and offers the largest amount', () => {
    const tooMuch = { reason: 'Not enough SOL', largest: 7n }
    expect(swapButton({ ...ready, underway: 'sending', amount: tooMuch }).label).toBe('Sending transaction...')
    expect(swapButton({ ...ready, planReasons: [tooMuch] })).toEqual({
      ...{ kind: 'blocked', label: 'Not enough SOL', largest: 7n },
    })
  })
})

describe('an amount to pay', () => {
  it('is limited to the balance', () => {
    expect(withinBalance({ value: 6n }, usdc, 5n)).toEqual({ reason: 'Not enough USDC', largest: 5n })
    expect(withinBalance({ value: 5n }, usdc, 5n)).toEqual({ value: 5n })
    expect(withinBalance({ value: 5n }, usdc, undefined)).toEqual({ value: 5n })
    expect(withinBalance({ value: 5n }, usdc, 0n)).toEqual({ reason: 'You have no USDC' })
    // All SOL cannot be swapped, because fees are paid in it, too.
    expect(withinBalance({ value: 6n }, solToken, 5n)).toEqual({ reason: 'Not enough SOL' })
  })

  it('of SOL leaves exactly the other costs', () => {
    const line = (kind: 'amount' | 'tradeFee' | 'rent', lamports: bigint) => ({ kind, label: kind, lamports })
    const costs = [line('amount', 1_000n), line('rent', 300n)]
    expect(largestSol({ pay: costs }, 10_000n)).toBe(9_700n)
    expect(largestSol({ pay: costs }, 300n)).toBe(0n)
    for (const balance of [301n, 400n, 401n, 402n, 10_000n, 10_001n, 123_456_789n]) {
      const largest = largestSol({ pay: [...costs, line('tradeFee', 10n)] }, balance)
      const cost = (amount: bigint) => amount + amount / 100n + 300n
      expect(cost(largest)).toBeLessThanOrEqual(balance)
      expect(cost(largest + 1n)).toBeGreaterThan(balance)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { type LiquiditySituation, liquidityButton } from './liquidityButton.ts'

const ready: LiquiditySituation = {
  ...{ session: 'unlocked', opener: { label: 'Unlock' }, isOpening: false, connectionReason: undefined },
  ...{ lifetimeReason: undefined, underway: 'none', isBalanceLoaded: true, planReasons: [] },
  ...{ action: 'Add liquidity', poolReason: undefined, amount: { value: 1n } },
}

describe('the main button of a pool', () => {
  it.each([
    [{}, 'trade', 'Add liquidity'],
    [{ poolReason: 'add liquidity feature disabled in your region', session: 'none' }, 'blocked', /region$/],
    [{ session: 'none' }, 'start', 'Create a wallet'],
    [{ session: 'locked' }, 'unlock', 'Unlock'],
    [{ connectionReason: 'You are offline' }, 'blocked', 'You are offline'],
    [{ underway: 'unknown' }, 'blocked', 'Waiting for the last transaction'],
    [{ isBalanceLoaded: false }, 'blocked', 'Wallet balance not loaded'],
    [{ amount: { reason: 'You have no KITE' } }, 'blocked', 'You have no KITE'],
    [{ planReasons: undefined }, 'blocked', 'Getting price…'],
    [{ planReasons: [{ reason: 'Deposits are paused in this pool' }] }, 'blocked', 'Deposits are paused in this pool'],
  ] as const)('with %j is %s: %s', (change, kind, label) => {
    const button = liquidityButton({ ...ready, ...change } as LiquiditySituation)
    expect(button.kind).toBe(kind)
    expect(button.label).toMatch(label)
  })
})

import { expect, it } from 'vitest'
import { createDailyBudget } from './dailyBudget.ts'

it('counts by client, by the networks around it and in total, and starts again each day', () => {
  let time = 0
  const budget = createDailyBudget({ ofClient: 10, ofNetworks: [15, 20], altogether: 25, now: () => time })
  const takeTwice = (client: string) => [1, 2].map(() => budget.take(client, 5))
  expect(takeTwice('1.2.3.4')).toEqual([0, 0])
  expect(budget.take('1.2.3.4', 1)).toBe(86_400)
  expect(takeTwice('1.2.3.5')).toEqual([0, 86_400])
  expect(takeTwice('1.2.9.5')).toEqual([0, 86_400])
  expect(takeTwice('2001:db8:1:2::/64')).toEqual([0, 86_400])
  time = 86_399_500
  expect(budget.take('9.9.9.9', 1)).toBe(1)
  time = 86_400_000
  expect(takeTwice('1.2.3.4')).toEqual([0, 0])
})

it('returns an unused amount', () => {
  const budget = createDailyBudget({ ofClient: 10, ofNetworks: [10, 10], altogether: 10 })
  for (let i = 0; i < 3; i++) {
    expect(budget.take('1.2.3.4', 10)).toBe(0)
    expect(budget.take('1.2.3.4', 1)).toBeGreaterThan(0)
    budget.giveBack('1.2.3.4', 10)
  }
})

it('refuses an amount above the budget, and takes nothing for it', () => {
  const budget = createDailyBudget({ ofClient: 10, ofNetworks: [10, 10], altogether: 10 })
  expect(budget.take('a', 11)).toBeGreaterThan(0)
  expect(budget.take('a', 10)).toBe(0)
})

import type { Owner } from '@tern/core'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { changeSettings, settings } from '../../data/settings/settings.ts'
import { toasts } from '../../data/toasts.ts'
import { armInstant, disarmInstant, takeInstant } from '../../data/trade/instant.ts'
import { session } from '../../data/wallets/session.ts'
import { quickBuyNow } from './quickBuyNow.ts'

const kite = { mint: 'kite', symbol: 'KITE', decimals: 6 } as unknown as Listing
const owner = { address: 'me' } as unknown as Owner
const press = (more: Pick<Parameters<typeof quickBuyNow>[0], 'load'> & Partial<Parameters<typeof quickBuyNow>[0]>) =>
  quickBuyNow({ token: kite, owner, isStillArmed: () => true, ask: () => {}, ...more })
const told = () => toasts.get().map(({ state, title, detail }) => [state, title, detail])

beforeEach(() => {
  toasts.set([])
  session.set({ status: 'loading' })
})

it('says in its one toast that nothing was sent where what a trade takes cannot be loaded', async () => {
  const ask = vi.fn()
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/buyAtOnce.js')
  await press({ ask, load: () => Promise.reject(missing) })
  expect(told()).toEqual([
    ['failed', 'The server cannot be reached', 'Buy KITE for 0.1 SOL. Nothing was sent. Is your Tern server running?'],
  ])
  expect(ask).not.toHaveBeenCalled()
  await press({ ask, load: async () => ({ buyAtOnce: async () => 'ask' }) })
  expect(ask).toHaveBeenCalledWith(kite)
  expect(toasts.get()).toHaveLength(1)
})

it('buys once for two presses, however long the second has to read what the first has read already', async () => {
  const buyAtOnce = vi.fn(async () => 'settled' as const)
  let answer = () => {}
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  const first = press({ load: async () => ({ buyAtOnce }) })
  const second = press({ load: async () => slow.then(() => ({ buyAtOnce })) })
  await first
  answer()
  await second
  expect(buyAtOnce).toHaveBeenCalledTimes(1)
  await press({ load: async () => ({ buyAtOnce }) })
  expect(buyAtOnce).toHaveBeenCalledTimes(2)
})

it('is told of from the press on, and goes no further once Instant is disarmed', async () => {
  const buyAtOnce = vi.fn(async () => 'settled' as const)
  armInstant()
  let answer = () => {}
  const load = () =>
    new Promise<{ buyAtOnce: typeof buyAtOnce }>(resolve => {
      answer = () => resolve({ buyAtOnce })
    })
  const bought = press({ isStillArmed: takeInstant() ?? expect.fail('not armed'), load })
  expect(told()).toEqual([['sending', 'Sending transaction...', 'Buy KITE for 0.1 SOL']])
  disarmInstant()
  answer()
  await bought
  expect(buyAtOnce).not.toHaveBeenCalled()
  expect(told()).toEqual([['failed', 'Instant was disarmed', 'Buy KITE for 0.1 SOL. Nothing was sent.']])
  expect(toasts.get()[0]?.isPassing).toBe(true)
})

it('buys by the amount and the preset of the press, whatever is chosen meanwhile', async () => {
  const before = settings.get()
  const buyAtOnce = vi.fn(async () => 'settled' as const)
  let answer = () => {}
  const load = () =>
    new Promise<{ buyAtOnce: typeof buyAtOnce }>(resolve => {
      answer = () => resolve({ buyAtOnce })
    })
  const bought = press({ load })
  changeSettings({ chosenPreset: 2, quickBuy: 7n })
  answer()
  await bought
  settings.set(before)
  const [calm] = before.presets
  expect(buyAtOnce).toHaveBeenCalledWith(
    expect.objectContaining({ amountIn: before.quickBuy, preset: calm }),
    expect.anything(),
  )
})

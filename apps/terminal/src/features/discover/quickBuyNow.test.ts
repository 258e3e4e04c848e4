import { expect, it, vi } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { toasts } from '../../data/toasts.ts'
import { quickBuyNow } from './quickBuyNow.ts'

const kite = { mint: 'kite', symbol: 'KITE' } as unknown as Listing

it('says in one toast that nothing was sent where what a trade takes cannot be loaded', async () => {
  toasts.set([])
  const ask = vi.fn()
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/buyAtOnce.js')
  await quickBuyNow(
    kite,
    () => true,
    ask,
    () => Promise.reject(missing),
  )
  expect(toasts.get().map(({ state, title, detail }) => [state, title, detail])).toEqual([
    ['failed', 'The server cannot be reached', 'Buy KITE. Nothing was sent. Is your Tern server running?'],
  ])
  expect(ask).not.toHaveBeenCalled()
  await quickBuyNow(
    kite,
    () => true,
    ask,
    async () => ({ buyAtOnce: async () => 'ask' }),
  )
  expect(ask).toHaveBeenCalledWith(kite)
  expect(toasts.get()).toHaveLength(1)
  toasts.set([])
})

it('buys once for two presses, however long the second has to read what the first has read already', async () => {
  const buyAtOnce = vi.fn(async () => 'settled' as const)
  let answer = () => {}
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  const press = (load: () => Promise<unknown>) =>
    quickBuyNow(
      kite,
      () => true,
      () => {},
      async () => {
        await load()
        return { buyAtOnce }
      },
    )
  const first = press(async () => {})
  const second = press(() => slow)
  await first
  answer()
  await second
  expect(buyAtOnce).toHaveBeenCalledTimes(1)
  await press(async () => {})
  expect(buyAtOnce).toHaveBeenCalledTimes(2)
})

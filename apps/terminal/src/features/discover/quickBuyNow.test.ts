import type { Owner } from '@tern/core'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { settings } from '../../data/settings/settings.ts'
import { toasts } from '../../data/toasts.ts'
import { armInstant, disarmInstant, takeInstant } from '../../data/trade/instant.ts'
import { pressLifeMs } from '../../data/trade/press.ts'
import { pressTrade } from '../../data/trade/pressTrade.ts'
import { tradeAtOnce } from '../../data/trade/tradeAtOnce.ts'
import { session } from '../../data/wallets/session.ts'
import { pressQuickBuy } from './pressQuickBuy.ts'
import { quickBuyNow } from './quickBuyNow.ts'

vi.mock('../../data/trade/tradeAtOnce.ts', () => ({ tradeAtOnce: vi.fn() }))
const traded = vi.mocked(tradeAtOnce)

const kite = { mint: 'quick kite', symbol: 'KITE', decimals: 6 } as unknown as Listing
const owner = { address: 'me' } as unknown as Owner
const pressed = (more: Partial<Parameters<typeof quickBuyNow>[0]> = {}) => ({
  ...{ token: kite, owner, settings: settings.get(), isStillArmed: () => true, ask: () => {} },
  ...more,
})
const shownToasts = () => toasts.get().map(({ state, title, detail }) => [state, title, detail])
const sending = [['sending', 'Sending transaction...', 'Buy KITE for 0.1 SOL']]

/** A promise that the test settles. */
function later<T>() {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>(resolve => {
    settle = resolve
  })
  return { promise, settle }
}

beforeEach(() => {
  toasts.set([])
  session.set({ status: 'loading' })
  traded.mockReset().mockResolvedValue('settled')
})

it('says in its toast that nothing was sent if the trading code cannot load', async () => {
  const ask = vi.fn()
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/quickBuyNow.js')
  await pressQuickBuy(pressed({ ask }), undefined, () => Promise.reject(missing))
  expect(shownToasts()).toEqual([
    ['failed', 'The server cannot be reached', 'Buy KITE for 0.1 SOL. Nothing was sent. Is your Tern server running?'],
  ])
  expect(ask).not.toHaveBeenCalled()
})

it('asks and removes its toast if the trade needs a look first', async () => {
  const ask = vi.fn()
  traded.mockResolvedValue('ask')
  await quickBuyNow(pressed({ ask }))
  expect(ask).toHaveBeenCalledWith(kite)
  expect(toasts.get()).toEqual([])
})

it('buys once for two presses, however late the second one reads its facts', async () => {
  const [facts, code] = [later<'settled'>(), later<{ quickBuyNow: typeof quickBuyNow }>()]
  traded.mockReturnValueOnce(facts.promise)
  const first = quickBuyNow(pressed())
  const second = quickBuyNow(pressed())
  // A third press comes while the code still loads; its toast lasts only until then.
  const third = pressQuickBuy(pressed(), undefined, () => code.promise)
  expect(shownToasts()).toEqual([...sending, ...sending])
  code.settle({ quickBuyNow })
  await Promise.all([second, third])
  expect(shownToasts()).toEqual(sending)
  facts.settle('settled')
  await first
  expect(traded).toHaveBeenCalledTimes(1)
  await quickBuyNow(pressed())
  expect(traded).toHaveBeenCalledTimes(2)
})

it('shows its toast from the press on, and stops once Instant is disarmed', async () => {
  armInstant()
  const facts = later<void>()
  traded.mockImplementation(async (_, press) => {
    await press.wanted(facts.promise)
    return 'settled'
  })
  const ended = quickBuyNow(pressed({ isStillArmed: takeInstant() ?? expect.fail('not armed') }))
  expect(shownToasts()).toEqual(sending)
  disarmInstant()
  await ended
  expect(shownToasts()).toEqual([['failed', 'Instant was disarmed', 'Buy KITE for 0.1 SOL. Nothing was sent.']])
  expect(toasts.get()[0]?.isPassing).toBe(true)
})

it('counts the time from the press on, also while the trading code loads', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const code = later<{ quickBuyNow: typeof quickBuyNow }>()
  traded.mockImplementation(async (_, press) => {
    await press.wanted(Promise.resolve())
    return 'settled'
  })
  const ended = pressQuickBuy(pressed(), undefined, () => code.promise)
  expect(shownToasts()).toEqual(sending)
  vi.setSystemTime(Date.now() + pressLifeMs)
  code.settle({ quickBuyNow })
  await ended
  vi.useRealTimers()
  expect(shownToasts()).toMatchObject([['failed', 'Preparing the trade took over 5 seconds', expect.anything()]])
})

it('buys with the amount and the preset of the press', async () => {
  const { presets } = settings.get()
  await quickBuyNow(pressed({ settings: { quickBuy: 7n, presets, chosenPreset: 2 } }))
  expect(traded).toHaveBeenCalledWith(expect.objectContaining({ amountIn: 7n, preset: presets[2] }), expect.anything())
})

it('sells a share of the balance the same way, with the slippage for sales', async () => {
  const [preset] = settings.get().presets
  const sale = { token: kite, side: 'sell', amountIn: 12_500_000n, owner, preset } as const
  const ask = vi.fn()
  await pressTrade({ ...sale, isStillArmed: () => true, ask })
  expect(traded).toHaveBeenCalledExactlyOnceWith(sale, expect.anything())
  expect(shownToasts()).toEqual([['sending', 'Sending transaction...', 'Sell 12.5 KITE']])
  traded.mockResolvedValue('ask')
  await pressTrade({ ...sale, ask })
  expect(ask).toHaveBeenCalledTimes(1)
  expect(toasts.get()).toHaveLength(1)
})

import { type Address, TernError } from '@tern/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { session } from '../wallets/session.ts'
import { pressOnce } from './press.ts'
import { type TradeNow, tradeNow } from './tradeNow.ts'

let refusal: TernError
vi.mock('./planWithProviders.ts', () => ({ planWithProviders: () => Promise.reject(refusal) }))

const me = { address: 'me' as Address, signTransactions: () => Promise.reject(refusal) }
const token = {
  mint: 'mint' as Address,
  pool: 'pool' as Address,
  protocol: 'pumpfun',
  symbol: 'KITE',
  decimals: 6,
  scale: undefined,
}
const fees = { priorityFeeLamports: 0n, bribeLamports: 0n }
const terms = { token, amountIn: 20_000_000_000n, slippageBps: 100, fees, mevProtection: false, owner: me } as const

const press = (terms: TradeNow) =>
  pressOnce({ ...terms, owner: terms.owner.address }, pressed => tradeNow(terms, pressed))

beforeEach(() => {
  toasts.set([])
  session.set({ status: 'loading' })
})

it('offers the largest amount that works in its toast, hands it to its caller and closes the toast', async () => {
  const use = vi.fn()
  refusal = new TernError('trade/notEnoughToBuy', { balance: 12n, required: 13n, largest: 12_350_000_001n })
  await press({ ...terms, side: 'buy', use })
  const [toast] = toasts.get()
  expect(toast).toMatchObject({ title: 'No enough SOL to buy tokens', actions: [{ label: 'Use 12.350000001' }] })
  expect(use).not.toHaveBeenCalled()
  toast?.actions?.[0]?.onPress()
  expect([use.mock.calls, toasts.get()]).toEqual([[[12_350_000_001n]], []])

  refusal = new TernError('trade/notEnoughTokens', { balance: 5_500_000n, amount: 6_000_000n })
  await press({ ...terms, side: 'sell', use })
  expect(toasts.get()).toMatchObject([{ actions: [{ label: 'Use 5.5' }] }])
})

it('offers no amount if no amount works or is known', async () => {
  for (const error of [
    new TernError('trade/notEnoughToBuy', { balance: 12n, required: 13n, largest: 0n }),
    new TernError('trade/notEnoughToPayTradeFee', { balance: 12n, required: 13n }),
    new TernError('quote/noLiquidity', { pool: 'pool' }),
  ]) {
    refusal = error
    await press({ ...terms, side: 'buy', use: () => {} })
  }
  refusal = new TernError('trade/notEnoughToBuy', { balance: 12n, required: 13n, largest: 7n })
  await press({ ...terms, side: 'buy' })
  expect(toasts.get().map(({ actions }) => actions)).toEqual([[], [], [], []])
})

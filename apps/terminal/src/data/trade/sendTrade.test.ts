import { buy, type Receipt } from '@tern/client'
import { afterEach, expect, it, vi } from 'vitest'
import { latestBlockhash, readClocks } from '../stream/latestBlockhash.ts'
import { toasts } from '../toasts.ts'
import { underwayOf } from '../underway.ts'
import type { Planned } from './planTrade.ts'
import { sendTrade } from './sendTrade.ts'

const notices = vi.hoisted(() => ({ notifySent: vi.fn(), notifyLanded: vi.fn() }))
vi.mock('../referral/notify.ts', () => notices)
vi.mock('../wallets/nonceMode.ts', () => ({ isNonceMode: () => false }))
vi.mock('@tern/client', async original => ({ ...(await original<object>()), buy: vi.fn() }))

const token = { mint: 'Mint', symbol: 'KITE', decimals: 6 } as unknown as Parameters<typeof sendTrade>[1]
const planned = { side: 'buy', client: {}, trade: { reasons: [] } } as unknown as Planned
const receipt = { status: 'confirmed', signature: 'Sig', trade: { plan: { side: 'buy' } } } as unknown as Receipt

afterEach(() => {
  latestBlockhash.set(undefined)
  vi.clearAllMocks()
})

it('F45 a blockhash by which nothing can be signed ends in words, with the token free', async () => {
  const row = { blockhash: 'Hash', blockheight: 900, lastValidBlockHeight: null as unknown as number, slot: 900 }
  latestBlockhash.set({ ...row, heardAt: readClocks() })
  expect(await sendTrade(planned, token)).toBe(false)
  expect(toasts.get()[0]?.state).toBe('failed')
  expect(underwayOf('Mint').get()).toBe('none')
})

it('F33 a second press while one is on its way sends nothing', async () => {
  let confirm = () => {}
  vi.mocked(buy).mockReturnValueOnce(
    new Promise(resolve => {
      confirm = () => resolve(receipt)
    }),
  )
  const presses = [sendTrade(planned, token), sendTrade(planned, token)]
  expect(await presses[1]).toBe(false)
  confirm()
  expect(await presses[0]).toBe(true)
  expect(buy).toHaveBeenCalledTimes(1)
})

it('F14 a trade that lands though nobody acknowledged it is told of all the same', async () => {
  vi.mocked(buy).mockResolvedValue(receipt)
  expect(await sendTrade(planned, token)).toBe(true)
  await vi.waitFor(() => expect(notices.notifyLanded).toHaveBeenCalledWith('Sig'))
  expect(notices.notifySent).not.toHaveBeenCalled()
})

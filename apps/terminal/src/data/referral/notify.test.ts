import { beforeEach, expect, it, vi } from 'vitest'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { notifyLanded, notifyOwed, notifySent } from './notify.ts'

const said = vi.hoisted(() => ({
  sent: vi.fn(),
  confirmed: vi.fn(),
  forgotten: vi.fn(),
  owed: vi.fn(),
}))
vi.mock('../trpc.ts', () => ({
  trpc: {
    referral: {
      notifyTradeTransaction: { mutate: said.sent },
      confirmTradeTransaction: { mutate: said.confirmed },
    },
  },
}))
vi.mock('../activity/sentJournal.ts', () => ({
  sentJournal: {
    list: async () => [
      { id: 'a', transactions: [{ signature: 'Sig', bytes: Uint8Array.of(1, 2) }] },
      { id: 'b', transactions: [{ signature: 'Before', bytes: Uint8Array.of(3) }] },
    ],
    forgetNotice: said.forgotten,
    listOwed: said.owed,
  },
}))

const charging = (feeWallet: string | null) =>
  queryClient.setQueryData(networkQuery.queryKey, { feeWallet } as unknown as never)

beforeEach(() => {
  for (const one of Object.values(said)) one.mockReset().mockResolvedValue(undefined)
  said.owed.mockResolvedValue([])
  charging('Fees')
})

it('notifies the server of a sent trade', async () => {
  await notifySent('Sig')
  expect(said.sent.mock.calls).toEqual([[{ transactions: ['AQI='] }]])
  expect([said.confirmed, said.forgotten].map(one => one.mock.calls.length)).toEqual([0, 0])
  await notifySent('Other')
  expect(said.sent).toHaveBeenCalledTimes(1)
})

it('notifies the server of a confirmed trade, repeats that it was sent, and forgets the notice', async () => {
  await notifyLanded('Sig')
  expect(said.sent).toHaveBeenCalledTimes(1)
  expect(said.confirmed.mock.calls).toEqual([[{ signature: 'Sig' }]])
  expect(said.forgotten.mock.calls).toEqual([['Sig']])
})

it('only logs that the server could not be reached, and keeps the notice for later', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  said.sent.mockRejectedValue(new TypeError('fetch failed'))
  said.confirmed.mockRejectedValue(new TypeError('fetch failed'))
  await notifyLanded('Sig')
  expect(logged.mock.calls).toEqual(
    Array(2).fill(['The referral server did not receive it: The server cannot be reached']),
  )
  expect(said.forgotten).not.toHaveBeenCalled()
})

it('keeps the notice while the server has not taken that the trade was sent', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  said.sent.mockRejectedValue(new TypeError('fetch failed'))
  await notifyLanded('Sig')
  expect([said.confirmed, said.forgotten].map(one => one.mock.calls.length)).toEqual([1, 0])
})

it('sends earlier notices with the next sent trade, and stops if the server does not answer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  said.owed.mockResolvedValue(['Before', 'Sig'])
  said.sent.mockRejectedValue(new TypeError('fetch failed'))
  await notifySent('Sig')
  expect([said.sent, said.confirmed].map(one => one.mock.calls.length)).toEqual([1, 0])
  await notifyOwed()
  expect([said.sent, said.confirmed].map(one => one.mock.calls.length)).toEqual([2, 1])
  said.sent.mockResolvedValue(undefined)
  await notifySent('Sig')
  expect(said.sent.mock.calls.slice(2).map(([{ transactions }]) => transactions)).toEqual([
    ['AQI='],
    ['Aw=='],
    ['AQI='],
  ])
  expect(said.forgotten.mock.calls).toEqual([['Before'], ['Sig']])
})

it('sends nothing if no fee is charged, and forgets the notice', async () => {
  charging(null)
  await notifyLanded('Sig')
  expect([said.sent, said.confirmed].map(one => one.mock.calls.length)).toEqual([0, 0])
  expect(said.forgotten).toHaveBeenCalledTimes(1)
})

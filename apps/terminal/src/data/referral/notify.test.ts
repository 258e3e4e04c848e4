import { beforeEach, expect, it, vi } from 'vitest'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { notifyLanded, notifySent } from './notify.ts'

const said = vi.hoisted(() => ({
  sent: vi.fn(),
  confirmed: vi.fn(),
  forgotten: vi.fn(),
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
    list: async () => [{ id: 'a', transactions: [{ signature: 'Sig', bytes: Uint8Array.of(1, 2) }] }],
    forgetNotice: said.forgotten,
  },
}))
vi.mock('./referrer.ts', () => ({ readReferrer: () => 'friend' }))

const charging = (feeWallet: string | null) =>
  queryClient.setQueryData(networkQuery.queryKey, { feeWallet } as unknown as never)

beforeEach(() => {
  for (const one of Object.values(said)) one.mockReset().mockResolvedValue(undefined)
  charging('Fees')
})

it('tells of a trade as it is sent, with the code of who brought its trader', async () => {
  await notifySent('Sig')
  expect(said.sent.mock.calls).toEqual([[{ transactions: ['AQI='], code: 'friend' }]])
  expect([said.confirmed, said.forgotten].map(one => one.mock.calls.length)).toEqual([0, 0])
  await notifySent('Other')
  expect(said.sent).toHaveBeenCalledTimes(1)
})

it('tells that it is confirmed, of it before that, and keeps nothing of it from then on', async () => {
  await notifyLanded('Sig')
  expect(said.sent).toHaveBeenCalledTimes(1)
  expect(said.confirmed.mock.calls).toEqual([[{ signature: 'Sig' }]])
  expect(said.forgotten.mock.calls).toEqual([['Sig']])
})

it('only logs that it could not tell, and keeps what it would tell again', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  said.sent.mockRejectedValue(new TypeError('fetch failed'))
  said.confirmed.mockRejectedValue(new TypeError('fetch failed'))
  await notifyLanded('Sig')
  expect(logged.mock.calls).toEqual(Array(2).fill(['The referral server was not told: The server cannot be reached']))
  expect(said.forgotten).not.toHaveBeenCalled()
})

it('tells nobody where no fee is charged', async () => {
  charging(null)
  await notifyLanded('Sig')
  expect([said.sent, said.confirmed].map(one => one.mock.calls.length)).toEqual([0, 0])
})

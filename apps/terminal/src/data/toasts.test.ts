import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, holdToast, openToast, toasts } from './toasts.ts'

beforeEach(() => {
  // Other test files in this process open toasts too.
  toasts.set([])
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const titles = () => toasts.get().map(({ title }) => title)

describe('a toast', () => {
  it('is updated in place, so that a transaction never has two toasts', () => {
    const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: 'Buy KITE' })
    openToast({ state: 'sending', title: 'another' })
    toast.update({ state: 'sent', title: 'Sending transaction', detail: 'Buy KITE' })
    toast.update({ state: 'confirmed', title: 'Order submitted: 5xQ' })
    expect(toasts.get().map(one => one.title)).toEqual(['another', 'Order submitted: 5xQ'])
  })

  it('drops the texts of the state before', () => {
    const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: 'Trying again.' })
    toast.update({ state: 'confirmed', title: 'Order submitted: 5xQ' })
    expect(toasts.get()[0]).not.toHaveProperty('detail')
  })

  it('keeps its start, and ends when its state is final', () => {
    const toast = openToast({ state: 'sending', title: 'a' })
    const began = toasts.get()[0]?.startedAtMs
    expect(toasts.get()[0]?.endedAtMs).toBeUndefined()
    toast.update({ state: 'unknown', title: 'b' })
    expect(toasts.get()[0]?.startedAtMs).toBe(began)
    expect(toasts.get()[0]?.endedAtMs).toBeGreaterThanOrEqual(began ?? 0)
  })

  it('keeps the end of the first confirmation, after any later report', () => {
    const toast = openToast({ state: 'unknown', title: 'a' })
    vi.advanceTimersByTime(200)
    const confirmedAtMs = Date.now()
    toast.update({ state: 'confirmed', title: 'b' })
    vi.advanceTimersByTime(12_800)
    toast.update({ state: 'confirmed', title: 'b, for a fee' })
    expect(toasts.get()[0]).toMatchObject({ title: 'b, for a fee', endedAtMs: confirmedAtMs })
  })

  it('stays away after it was dismissed until there is an outcome', () => {
    const toast = openToast({ state: 'unknown', title: 'a' })
    dismissToast(toasts.get()[0]?.id ?? 0)
    toast.update({ state: 'unknown', title: 'a' })
    expect(toasts.get()).toEqual([])
    toast.update({ state: 'confirmed', title: 'b' })
    expect(toasts.get()).toMatchObject([{ state: 'confirmed', title: 'b' }])
  })

  it('goes by itself if the person caused the failure, and stays for any other failure', () => {
    openToast({ state: 'failed', title: 'broken' })
    openToast({ state: 'failed', title: 'cancelled', isPassing: true })
    vi.advanceTimersByTime(14_000)
    expect(titles()).toEqual(['cancelled', 'broken'])
    vi.advanceTimersByTime(2_000)
    expect(titles()).toEqual(['broken'])
  })

  it('goes fifteen seconds after its confirmation, however many toasts came on top', () => {
    for (let i = 0; i < 8; i++)
      openToast({ state: 'sending', title: `${i}` }).update({ state: 'confirmed', title: `${i}` })
    vi.advanceTimersByTime(14_999)
    expect(titles()).toHaveLength(8)
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it('stays while it is pointed at, and for its whole lifetime afterwards', () => {
    const toast = openToast({ state: 'sending', title: 'bought' })
    const [{ id } = { id: 0 }] = toasts.get()
    holdToast(id, true)
    toast.update({ state: 'confirmed', title: 'bought' })
    vi.advanceTimersByTime(60_000)
    expect(titles()).toEqual(['bought'])
    holdToast(id, false)
    vi.advanceTimersByTime(14_999)
    expect(titles()).toEqual(['bought'])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it.each(['sending', 'sent', 'failed', 'unknown'] as const)('with the state %s stays until it is dismissed', state => {
    openToast({ state, title: state })
    vi.advanceTimersByTime(3_600_000)
    expect(titles()).toEqual([state])
  })

  it('stays when a fork undoes its confirmation', () => {
    const toast = openToast({ state: 'confirmed', title: 'bought' })
    toast.update({ state: 'unknown', title: 'taken back' })
    vi.advanceTimersByTime(3_600_000)
    expect(titles()).toEqual(['taken back'])
  })
})

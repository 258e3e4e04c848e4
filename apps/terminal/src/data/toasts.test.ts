import { afterEach, describe, expect, it } from 'vitest'
import { dismissToast, openToast, toasts } from './toasts.ts'

afterEach(() => toasts.set([]))

describe('a toast', () => {
  it('is updated in place, so that a transaction never has two', () => {
    const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: 'Buy KITE' })
    openToast({ state: 'sending', title: 'another' })
    toast.update({ state: 'sent', title: 'Sending transaction', detail: 'Buy KITE' })
    toast.update({ state: 'confirmed', title: 'Order submitted: 5xQ' })
    expect(toasts.get().map(one => one.title)).toEqual(['another', 'Order submitted: 5xQ'])
  })

  it('says no longer what it said before', () => {
    const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: 'Trying again.' })
    toast.update({ state: 'confirmed', title: 'Order submitted: 5xQ' })
    expect(toasts.get()[0]).not.toHaveProperty('detail')
  })

  it('keeps when it began, and ends when its state is final', () => {
    const toast = openToast({ state: 'sending', title: 'a' })
    const began = toasts.get()[0]?.startedAtMs
    expect(toasts.get()[0]?.endedAtMs).toBeUndefined()
    toast.update({ state: 'unknown', title: 'b' })
    expect(toasts.get()[0]?.startedAtMs).toBe(began)
    expect(toasts.get()[0]?.endedAtMs).toBeGreaterThanOrEqual(began ?? 0)
  })

  it('that was dismissed stays away until there is an outcome', () => {
    const toast = openToast({ state: 'unknown', title: 'a' })
    dismissToast(toasts.get()[0]?.id ?? 0)
    toast.update({ state: 'unknown', title: 'a' })
    expect(toasts.get()).toEqual([])
    toast.update({ state: 'confirmed', title: 'b' })
    expect(toasts.get()).toMatchObject([{ state: 'confirmed', title: 'b' }])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createPatientStore } from './store.ts'

describe('a patient store', () => {
  it('changes at once, and calls a listener a moment later, once for all changes', async () => {
    const [one, other] = [createPatientStore(0), createPatientStore(0)]
    const listener = vi.fn()
    one.subscribe(listener)
    other.subscribe(listener)
    one.set(1)
    one.set(2)
    other.set(3)
    expect([one.get(), other.get()]).toEqual([2, 3])
    expect(listener).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
    one.set(4)
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2))
  })

  it('does not call a listener that has left, even for an earlier change', async () => {
    const store = createPatientStore(0)
    const [gone, there] = [vi.fn(), vi.fn()]
    const stop = store.subscribe(gone)
    store.subscribe(there)
    store.set(1)
    stop()
    await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(1))
    expect(gone).not.toHaveBeenCalled()
  })
})

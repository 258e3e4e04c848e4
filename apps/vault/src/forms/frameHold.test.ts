import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdInFrame } from './frameHold.ts'
import { hold } from './hold.ts'

/** A browser that reports the visibility that the test sets. */
function observing() {
  let tell: (head: object, foot: object) => void = () => undefined
  const [headPart, footPart] = [{}, {}] as Element[] as [Element, Element]
  const asked: object[] = []
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onEntries: (entries: readonly object[]) => void, options: object) {
        tell = (head, foot) =>
          onEntries([
            { target: headPart, ...head },
            { target: footPart, ...foot },
          ])
        asked.push(options)
      }
      observe() {
        asked.push(this)
      }
      disconnect() {
        asked.length = 0
      }
    },
  )
  const place = holdInFrame([headPart, footPart])
  return {
    place,
    asked,
    tell: (foot: object, head: object = { intersectionRatio: 1, isVisible: true }) => tell(head, foot),
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a form in the vault’s frame', () => {
  it('can be submitted once the browser reports that all of it is visible', () => {
    const { tell, asked } = observing()
    expect(hold.get()?.kind).toBe('checking')
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(asked).toHaveLength(3)
    expect(asked[0]).toMatchObject({ trackVisibility: true, delay: 100 })
    tell({ intersectionRatio: 1, isVisible: true })
    expect(hold.get()).toBeUndefined()
  })

  it.each([
    ['it is transparent or something lies over it', { intersectionRatio: 1, isVisible: false }],
    ['a part of it is out of sight', { intersectionRatio: 0.9, isVisible: true }],
  ])('takes nothing while %s', (_, seen) => {
    const { tell } = observing()
    tell(seen)
    expect(hold.get()).toEqual({ kind: 'unseen', why: 'Something covers this form' })
    tell({ intersectionRatio: 1, isVisible: true })
    expect(hold.get()).toBeUndefined()
  })

  it('relies on the visible ratio without IntersectionObserver v2, and holds nothing once it has ended', () => {
    const { tell, place, asked } = observing()
    tell({ intersectionRatio: 1 })
    expect(hold.get()).toBeUndefined()
    tell({ intersectionRatio: 0 })
    place.end()
    expect([hold.get(), asked]).toEqual([undefined, []])
  })
})

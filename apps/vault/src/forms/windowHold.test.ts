import { describe, expect, it } from 'vitest'
import { whyHeld } from './windowHold.ts'

const seen = { width: 480, height: 640, isVisible: true, hasFocus: true }

describe('a window of the vault', () => {
  it.each([seen, { ...seen, width: 360, height: 400 }])('accepts input if a person sees all of it: %o', at => {
    expect(whyHeld(at)).toBeUndefined()
  })

  it.each([
    [{ ...seen, width: 359 }, 'Make this window larger'],
    [{ ...seen, height: 399 }, 'Make this window larger'],
    [{ ...seen, hasFocus: false }, 'Click into this window'],
    [{ ...seen, isVisible: false }, 'Click into this window'],
  ])('takes no input, and shows the reason: %o', (at, why) => {
    expect(whyHeld(at)).toBe(why)
  })
})

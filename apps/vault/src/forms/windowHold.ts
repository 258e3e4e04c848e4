import { hold, type Place } from './hold.ts'

/** The state of a window that decides if it accepts input. Tests supply their own. */
export interface Seen {
  readonly width: number
  readonly height: number
  readonly isVisible: boolean
  readonly hasFocus: boolean
}

/** CSS pixels. A smaller window may hide a part of the form. */
const [minWidth, minHeight] = [360, 400]

/** A user cannot read a form in less time. A key press while the window opens was meant for another page. */
const quietMs = 500

/** Returns why a window accepts no input, apart from the quiet time. */
export function whyHeld({ width, height, isVisible, hasFocus }: Seen): string | undefined {
  if (width < minWidth || height < minHeight) return 'Make this window larger'
  return isVisible && hasFocus ? undefined : 'Click into this window'
}

/**
 * Holds a form in a vault window while the window is hidden, unfocused or small, then until half a second passes without input.
 * A hostile page may make a user type or click while it opens the window. Such input has no effect.
 */
export function holdInWindow(): Place {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new AbortController()
  const seen = (): Seen => ({
    // The layout viewport, because a phone's keyboard does not change it.
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
    isVisible: document.visibilityState === 'visible',
    hasFocus: document.hasFocus(),
  })
  function settle(): void {
    clearTimeout(timer)
    const why = whyHeld(seen())
    hold.set(why === undefined ? { kind: 'settling', why: 'One moment…' } : { kind: 'unseen', why })
    if (why === undefined) timer = setTimeout(() => hold.set(undefined), quietMs)
  }
  /** Checks again. A form without a hold stays free unless the window has changed. */
  function look(): void {
    if (hold.get() !== undefined || whyHeld(seen()) !== undefined) settle()
  }
  const listening = { capture: true, passive: true, signal: over.signal }
  for (const happening of ['focus', 'blur', 'resize', 'keydown', 'pointerdown'])
    addEventListener(happening, look, listening)
  document.addEventListener('visibilitychange', look, listening)
  return {
    settle,
    end() {
      over.abort()
      clearTimeout(timer)
      hold.set(undefined)
    },
  }
}

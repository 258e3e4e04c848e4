import { hold, type Place } from './hold.ts'

/** What of a window decides whether it takes input; a test brings its own. */
export interface Seen {
  readonly width: number
  readonly height: number
  readonly isVisible: boolean
  readonly hasFocus: boolean
}

/** In CSS pixels: a smaller window may show too little of what is confirmed in it. */
const [minWidth, minHeight] = [360, 400]

/** Nobody has read a form sooner than this, and who types when the window comes up means another page. */
const quietMs = 500

/** Says why a window takes no input, apart from the time that it needs to be read. */
export function whyHeld({ width, height, isVisible, hasFocus }: Seen): string | undefined {
  if (width < minWidth || height < minHeight) return 'Make this window larger'
  return isVisible && hasFocus ? undefined : 'Click into this window'
}

/**
 * Holds a form in a window of the vault while the window is out of sight, has no focus or is small, and then until nobody has pressed
 * anything for half a second. What a hostile page has somebody type or click as it opens the window goes nowhere.
 */
export function holdInWindow(): Place {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new AbortController()
  const seen = (): Seen => ({
    // Of the layout viewport, which a phone's keyboard leaves as it is.
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
  /** Something may be otherwise: what is free stays free. */
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

import { hold, type Place } from './hold.ts'

const covered = 'Something covers this form'

/**
 * Chromium drops what is pressed on a frame that has moved in the last half second, once it is asked whether the frame is seen. On a
 * busy machine the frame comes up late.
 */
const settledMs = 1_000

/** What a browser with IntersectionObserver v2 tells beside the rest. */
interface Entry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}

/**
 * Holds a form in the vault's frame while the page hides it, as far as the browser tells: all of `parts` is in sight and, where the
 * browser knows, nothing lies over them and they are not transparent. `parts` are the form's head and foot: a password manager lays
 * its own marks over the fields. A mask or a clip path of the page is not found out, so a form in the frame gives nothing away.
 */
export function holdInFrame(parts: readonly Element[]): Place {
  hold.set({ kind: 'checking', why: covered })
  const seen = new Map<Element, boolean>()
  const options = { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver((entries: Entry[]) => {
    for (const { target, intersectionRatio, isVisible } of entries)
      seen.set(target, intersectionRatio >= 0.99 && isVisible !== false)
    if ([...seen.values()].includes(false)) hold.set({ kind: 'unseen', why: covered })
    else if (seen.size === parts.length) hold.set(undefined)
  }, options)
  const timer = setTimeout(() => {
    for (const part of parts) observer.observe(part)
  }, settledMs)
  return {
    settle: () => undefined,
    end() {
      clearTimeout(timer)
      observer.disconnect()
      hold.set(undefined)
    },
  }
}

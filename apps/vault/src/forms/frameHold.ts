import { hold, type Place } from './hold.ts'

const covered = 'Something covers this form'

/**
 * For a frame with a visibility observer, Chromium drops clicks during the first half second after the frame moves.
 * Twice that, because a frame appears late on a busy machine.
 */
const settledMs = 1_000

/** The extra field of IntersectionObserver v2. */
interface Entry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}

/**
 * Holds a form in the vault's frame while the page hides it, as far as the browser reports.
 * All of `parts` must be in view and, with IntersectionObserver v2, uncovered and opaque.
 * `parts` are the form's head and foot, because password managers lay their own marks over the fields.
 * The browser does not report masks or clip paths, so forms in the frame never move money or reveal keys.
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

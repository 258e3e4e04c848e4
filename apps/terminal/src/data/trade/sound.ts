import { settings } from '../settings/settings.ts'
import type { Tone } from './tones.ts'

/**
 * Plays a short tone where sounds are switched on, as they are now, in this tab alone. What it takes is loaded only then, and nothing
 * is the worse where that fails.
 */
export function sound(tone: Tone): void {
  if (settings.get().sounds === 'off') return
  import('./tones.ts').then(({ play }) => play(tone)).catch(() => undefined)
}

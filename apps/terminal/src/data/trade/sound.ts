import { settings } from '../settings/settings.ts'
import type { Tone } from './tones.ts'

/**
 * Plays a short tone in this tab, if sounds are switched on now.
 * The code is loaded on demand. A failure to load or play is ignored.
 */
export function sound(tone: Tone): void {
  if (settings.get().sounds === 'off') return
  import('./tones.ts').then(({ play }) => play(tone)).catch(() => undefined)
}

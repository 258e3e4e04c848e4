import { createStore, useStore } from '../store.ts'
import { appearanceOf, showAppearance } from './appearance.ts'
import { readSettings, settingsToJson, withNewKeys } from './readSettings.ts'
import { type Settings, standardSettings } from './standardSettings.ts'

export type { FilterSet, Preset, PresetFee, Settings } from './standardSettings.ts'

/** The local storage key of the settings. `public/firstPaint.js` reads it too. */
export const settingsKey = 'tern-settings'

/** Reads the stored settings. A missing or invalid field gets its standard value. Never throws. */
function stored(): Settings {
  try {
    return readSettings(withNewKeys(JSON.parse(localStorage.getItem(settingsKey) ?? '{}')), standardSettings, () => {})
  } catch {
    return standardSettings
  }
}

/** This browser's settings, in all of its tabs. */
export const settings = createStore<Settings>(stored())

/** The page's look with these settings on this machine, with `system` resolved. Charts redraw when it changes. */
export const appearance = createStore(appearanceOf(settings.get()))

export const useSettings = (): Settings => useStore(settings)

/** Changes settings in this tab, in the browser's storage and in the other tabs. */
export function changeSettings(change: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...change })
  try {
    localStorage.setItem(settingsKey, JSON.stringify(settingsToJson(settings.get())))
  } catch {
    // In a browser that stores nothing, the settings last as long as the page is open.
  }
}

/** Keeps this page in step with its settings, with changes in other tabs and with the system's preferences. */
export function startSettings(): void {
  const show = () => {
    const next = appearanceOf(settings.get())
    showAppearance(next)
    appearance.set(next)
  }
  settings.subscribe(show)
  for (const query of ['(prefers-color-scheme: light)', '(prefers-reduced-motion: reduce)'])
    matchMedia(query).addEventListener('change', show)
  addEventListener('storage', event => {
    if (event.key === settingsKey || event.key === null) settings.set(stored())
  })
  show()
}

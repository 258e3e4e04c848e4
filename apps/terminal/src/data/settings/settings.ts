import { createStore, useStore } from '../store.ts'
import { appearanceOf, showAppearance } from './appearance.ts'
import { readSettings, settingsToJson, withNewKeys } from './readSettings.ts'
import { type Settings, standardSettings } from './standardSettings.ts'

export type { FilterSet, Preset, PresetFee, Settings } from './standardSettings.ts'

/** Where the browser keeps them. `public/firstPaint.js` reads them there too. */
export const settingsKey = 'tern-settings'

/** What is stored, as far as it is good; what is missing or spoilt is as it was in the beginning. Never throws. */
function stored(): Settings {
  try {
    return readSettings(withNewKeys(JSON.parse(localStorage.getItem(settingsKey) ?? '{}')), standardSettings, () => {})
  } catch {
    return standardSettings
  }
}

/** This browser's settings, in all of its tabs. */
export const settings = createStore<Settings>(stored())

/** How the page looks with these settings on this machine: `system` is settled. Charts redraw when it changes. */
export const appearance = createStore(appearanceOf(settings.get()))

export const useSettings = (): Settings => useStore(settings)

/** Changes settings here, in the browser's storage and in its other tabs. */
export function changeSettings(change: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...change })
  try {
    localStorage.setItem(settingsKey, JSON.stringify(settingsToJson(settings.get())))
  } catch {
    // A browser that stores nothing keeps them for as long as the page is open.
  }
}

/** Keeps the page and other tabs in step with the settings and with the system's own. */
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

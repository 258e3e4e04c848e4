import { changeSettings, type Preset, settings, useSettings } from './settings.ts'

/** Returns the preset that trades use. */
export function usePreset(): Preset {
  const { presets, chosenPreset } = useSettings()
  return presets[chosenPreset]
}

/** Changes fields of the preset that trades use. */
export function changePreset(change: Partial<Preset>): void {
  const { presets, chosenPreset } = settings.get()
  const changed = (index: 0 | 1 | 2) => (index === chosenPreset ? { ...presets[index], ...change } : presets[index])
  changeSettings({ presets: [changed(0), changed(1), changed(2)] })
}

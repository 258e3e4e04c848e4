import { isTernError, TernError } from '@tern/core'
import { readSettings, settingsToJson } from '../../data/settings/readSettings.ts'
import type { Settings } from '../../data/settings/settings.ts'

/** Increases when older files could be misread. */
const version = 1

/** The longest file that is parsed, about twice the size of a file with every setting. */
export const maxCharacters = 50_000

/** Writes all settings as a file: indented JSON with kind and version. It holds no secret. */
export function formatSettingsFile(settings: Settings): string {
  return `${JSON.stringify({ kind: 'tern-settings', version, settings: settingsToJson(settings) }, null, 2)}\n`
}

/** Names the file: `tern-settings-2026-11-21.json`. */
export const settingsFileName = (now: Date): string => `tern-settings-${now.toISOString().slice(0, 10)}.json`

function parseJson(text: string): unknown {
  try {
    return text.length > maxCharacters ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/**
 * Parses a settings file. Settings that it leaves out stay as in `current`.
 * One bad value or unknown name refuses the whole file.
 *
 * @throws TernError `settings/malformed`, `settings/unsupported`, `settings/badValue`
 */
export function parseSettingsFile(text: string, current: Settings): Settings {
  const file = parseJson(text)
  if (typeof file !== 'object' || file === null || !('kind' in file) || file.kind !== 'tern-settings')
    throw new TernError('settings/malformed', {})
  const known = 'version' in file ? file.version : undefined
  if (known !== version)
    throw typeof known === 'number' && known > version
      ? new TernError('settings/unsupported', { version: String(known) })
      : new TernError('settings/malformed', {})
  if (!('settings' in file)) throw new TernError('settings/malformed', {})
  return readSettings(file.settings, current, (at, why) => {
    throw new TernError('settings/badValue', { at: at.slice(0, 60) || 'settings', why })
  })
}

/** Lists the settings that would change, by their names on the page. */
export function changedParts(from: Settings, to: Settings): readonly string[] {
  const parts = {
    theme: 'theme',
    colours: 'colours',
    density: 'density',
    motion: 'motion',
    sounds: 'sounds',
    presets: 'presets',
    chosenPreset: 'preset in use',
    quickBuy: 'quick buy',
    providers: 'providers',
    instant: 'Instant',
    filterSets: 'filter sets',
    dockHeight: 'dock height',
    starred: 'starred tokens',
    keys: 'keys',
  } as const satisfies Record<keyof Settings, string>
  const [before, after] = [settingsToJson(from), settingsToJson(to)]
  const names = Object.keys(parts) as (keyof Settings)[]
  return names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(name => parts[name])
}

/** The next step after a file was refused. */
export function fileAdvice(error: unknown): string {
  if (isTernError(error, 'settings/malformed'))
    return 'Choose an exported file: tern-settings-….json. Your settings did not change.'
  if (isTernError(error, 'settings/unsupported'))
    return 'Update this Tern, or export from an older one. Your settings did not change.'
  return 'Nothing was imported. Correct the value, or export the file again.'
}

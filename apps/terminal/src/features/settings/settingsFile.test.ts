import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsToJson } from '../../data/settings/readSettings.ts'
import { type Settings, standardSettings } from '../../data/settings/standardSettings.ts'
import {
  changedParts,
  fileAdvice,
  formatSettingsFile,
  maxCharacters,
  parseSettingsFile,
  settingsFileName,
} from './settingsFile.ts'

const [calm, fast, snipe] = standardSettings.presets
const mine: Settings = {
  ...standardSettings,
  theme: 'light',
  colours: 'red-up',
  sounds: 'on',
  presets: [calm, { ...fast, name: 'Swift', slippageBps: { buy: 0, sell: 10_000 } }, snipe],
  chosenPreset: 2,
  quickBuy: 2n ** 64n - 1n,
  instant: { kind: 'off' },
  keys: { ...standardSettings.keys, buy: 'Shift+B', hold: '' },
}

const file = (settings: object, rest: object = {}) =>
  JSON.stringify({ kind: 'tern-settings', version: 1, settings, ...rest })

function codeOf(text: string): string | undefined {
  try {
    parseSettingsFile(text, mine)
    return undefined
  } catch (error) {
    if (!isTernError(error)) throw error
    expect(fileAdvice(error)).not.toBe('')
    return error.code
  }
}

describe('a settings file', () => {
  it('restores the exported settings over any others', () => {
    expect(parseSettingsFile(formatSettingsFile(mine), standardSettings)).toEqual(mine)
    expect(parseSettingsFile(formatSettingsFile(standardSettings), mine)).toEqual(standardSettings)
  })

  it('is far shorter than the limit', () => {
    expect(formatSettingsFile(mine).length).toBeLessThan(maxCharacters / 10)
  })

  it('keeps settings that it leaves out', () => {
    expect(parseSettingsFile(file({ density: 'compact' }), mine)).toEqual({ ...mine, density: 'compact' })
    expect(parseSettingsFile(file({ keys: { sell: 'z' } }), mine).keys).toEqual({ ...mine.keys, sell: 'z' })
  })

  it('holds only settings', () => {
    const parsed = JSON.parse(formatSettingsFile(mine)) as Record<string, unknown>
    expect(Object.keys(parsed)).toEqual(['kind', 'version', 'settings'])
    expect(Object.keys(Object(parsed.settings)).sort()).toEqual(Object.keys(standardSettings).sort())
  })

  it('is named after the date', () => {
    expect(settingsFileName(new Date('2026-11-21T23:59:59Z'))).toBe('tern-settings-2026-11-21.json')
  })

  it.each([
    ['', 'settings/malformed'],
    ['[]', 'settings/malformed'],
    ['null', 'settings/malformed'],
    ['{"kind":"tern-settings"', 'settings/malformed'],
    ['{"kind":"tern-wallets","version":1,"settings":{}}', 'settings/malformed'],
    ['{"kind":"tern-settings","version":1}', 'settings/malformed'],
    ['{"kind":"tern-settings","version":"1","settings":{}}', 'settings/malformed'],
    ['{"kind":"tern-settings","version":0,"settings":{}}', 'settings/malformed'],
    ['{"kind":"tern-settings","version":2,"settings":{}}', 'settings/unsupported'],
    [file({}, { padding: 'x'.repeat(maxCharacters) }), 'settings/malformed'],
    [file({ theme: 'dusk' }), 'settings/badValue'],
    [file({ passphrase: 'x' }), 'settings/badValue'],
    [file({ keys: { buy: 's' } }), 'settings/badValue'],
    [file([]), 'settings/badValue'],
  ])('%j is refused with %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('is applied as a whole or refused with a known error, for any content', () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map(settings => file(Object(settings))),
      fc.tuple(fc.nat(1_000), fc.string({ maxLength: 3 })).map(([at, put]) => {
        const good = formatSettingsFile(mine)
        return good.slice(0, at) + put + good.slice(at + put.length)
      }),
    )
    fc.assert(
      fc.property(pieces, text => {
        if (codeOf(text) !== undefined) return
        const read = parseSettingsFile(text, mine)
        expect(parseSettingsFile(formatSettingsFile(read), standardSettings)).toEqual(read)
      }),
    )
  })

  it('lists the settings that it would change', () => {
    expect(changedParts(mine, mine)).toEqual([])
    expect(changedParts(standardSettings, { ...standardSettings, theme: 'dark', quickBuy: 1n })).toEqual([
      'theme',
      'quick buy',
    ])
    expect(changedParts(standardSettings, mine)).toHaveLength(8)
    expect(Object.keys(settingsToJson(mine))).toHaveLength(14)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { appearanceOf } from './appearance.ts'
import { readSettings, settingsToJson } from './readSettings.ts'
import { standardSettings } from './standardSettings.ts'

const script = readFileSync(join(import.meta.dirname, '../../../public/firstPaint.js'), 'utf8')

/** The media queries that match on this machine. */
type Asked = readonly string[]
const matchMedia = (asked: Asked) => (query: string) => ({ matches: asked.includes(query) })

/** The attributes of the page's root element after the first script. */
function firstPaint(stored: string | null, asked: Asked) {
  const dataset = {}
  const localStorage = { getItem: () => stored }
  const meta = { content: '' }
  const document = { documentElement: { dataset }, querySelector: () => meta }
  const location = { pathname: '/settings' }
  runInNewContext(script, { document, localStorage, location, matchMedia: matchMedia(asked) })
  const painted: { theme?: string } = { ...dataset }
  expect(meta.content).toBe(painted.theme)
  return painted
}

function appearance(stored: string | null, asked: Asked) {
  Object.assign(globalThis, { matchMedia: matchMedia(asked) })
  const json = (() => {
    try {
      return JSON.parse(stored ?? '{}') as unknown
    } catch {
      return {}
    }
  })()
  return appearanceOf(readSettings(json, standardSettings, () => {}))
}

afterEach(() => Reflect.deleteProperty(globalThis, 'matchMedia'))

const anyAsked = fc.subarray(['(prefers-color-scheme: light)', '(prefers-reduced-motion: reduce)'])

describe('the first paint', () => {
  it('looks like the page afterwards, for any stored settings', () => {
    const looks = fc.record(
      {
        theme: fc.oneof(fc.constantFrom('system', 'dark', 'light'), fc.jsonValue()),
        colours: fc.oneof(fc.constantFrom('harbour', 'high-separation', 'classic', 'red-up'), fc.jsonValue()),
        density: fc.oneof(fc.constantFrom('comfortable', 'compact'), fc.jsonValue()),
        motion: fc.oneof(fc.constantFrom('system', 'reduced'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const stored = fc.oneof(
      looks.map(one => JSON.stringify(one)),
      fc.json(),
      fc.string(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(stored, anyAsked, (text, asked) => {
        expect(firstPaint(text, asked)).toEqual(appearance(text, asked))
      }),
    )
  })

  it('reads the settings as they are stored', () => {
    const stored = JSON.stringify(settingsToJson({ ...standardSettings, theme: 'light', colours: 'red-up' }))
    expect(firstPaint(stored, [])).toEqual({
      theme: 'light',
      colours: 'red-up',
      density: 'comfortable',
      motion: 'full',
    })
  })
})

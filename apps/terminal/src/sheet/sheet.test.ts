import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (pattern: string) => globSync(pattern, { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))

const exportsOf = (source: string) =>
  [...source.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name = '']) => name)
const usesOf = (source: string) => [...source.matchAll(/<([A-Z]\w*)/g)].map(([, name = '']) => name)

/**
 * `FeedMark` is shown by the states of `FeedMarkOf`. `ToastStack` places toasts. `PresetSettings`, `RowLink` and `TokenLink` need a router.
 * `AwaitDialog`, `Kept`, `ParkedRow` and `RowGap` have no look. `NamesakeNotes`, `TradeDialog` and `TokenPicker` need a chain or its tokens; the sheet
 * shows their parts.
 */
const unseen = [
  'AwaitDialog',
  'FeedMark',
  'Kept',
  'NamesakeNotes',
  'ParkedRow',
  'PresetSettings',
  'RowGap',
  'RowLink',
  'ToastStack',
  'TokenLink',
  'TokenPicker',
  'TradeDialog',
]

it('the design sheet shows every component that pages share', () => {
  const parts = read('ui/*.tsx')
  const shown = new Set(read('sheet/*.tsx').flatMap(usesOf))
  // A set's loop also visits names that are added during the loop.
  for (const name of shown)
    for (const source of parts) if (exportsOf(source).includes(name)) for (const used of usesOf(source)) shown.add(used)
  expect(parts.flatMap(exportsOf).filter(name => !shown.has(name))).toEqual(unseen)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (pattern: string) => globSync(pattern, { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))

const exportsOf = (source: string) =>
  [...source.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name = '']) => name)
const usesOf = (source: string) => [...source.matchAll(/<([A-Z]\w*)/g)].map(([, name = '']) => name)

/**
 * `FeedMark` is shown as the `FeedMarkOf` each state; `ToastStack` is where toasts lie, `TokenLink` a link for pages that have a
 * router; of `Kept`, `ParkedRow` and `RowGap` there is nothing to see. `TradeDialog` needs a chain; the sheet shows its parts.
 */
const unseen = ['FeedMark', 'Kept', 'ParkedRow', 'RowGap', 'ToastStack', 'TokenLink', 'TradeDialog']

it('the design sheet shows every component that pages share', () => {
  const parts = read('ui/*.tsx')
  const shown = new Set(read('sheet/*.tsx').flatMap(usesOf))
  // A set goes through what is added to it meanwhile.
  for (const name of shown)
    for (const source of parts) if (exportsOf(source).includes(name)) for (const used of usesOf(source)) shown.add(used)
  expect(parts.flatMap(exportsOf).filter(name => !shown.has(name))).toEqual(unseen)
})

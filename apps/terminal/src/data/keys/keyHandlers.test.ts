import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defaultKeys, keyActionNames } from './keyActions.ts'
import { ignoreHeldEnter, startKeys } from './keyHandlers.ts'

const root = join(import.meta.dirname, '../..')

it('every key of the help sheet has a handler', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))
  const handled = new Set(sources.flatMap(source => [...source.matchAll(/useKey\('(\w+)'/g)].map(([, name]) => name)))
  expect(keyActionNames.filter(name => !handled.has(name))).toEqual([])
})

it('a held Enter is a single press: no handler receives its repeats, and no button is clicked by them', () => {
  const page = new EventTarget()
  const stop = ignoreHeldEnter(page)
  const received: string[] = []
  page.addEventListener('keydown', event => received.push(`${(event as KeyboardEvent).key} ${event.defaultPrevented}`))
  const press = (key: string, repeat: boolean, on?: object) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, repeat })
    if (on !== undefined) Object.defineProperty(event, 'target', { value: on })
    return page.dispatchEvent(event)
  }
  expect([press('Enter', false), press('Enter', true), press('Enter', true)]).toEqual([true, false, false])
  expect([press('ArrowDown', true), press(' ', true)]).toEqual([true, true])
  expect(received).toEqual(['Enter false', 'ArrowDown false', '  false'])
  expect(press('Enter', true, { closest: (selector: string) => selector.startsWith('textarea') })).toBe(true)
  stop()
  expect(press('Enter', true)).toBe(true)
})

it.each([
  ['on a page', null],
  ['in a dialog', {}],
])('keeps the letters of shortcuts out of number fields %s', (_, dialog) => {
  class Field {
    readonly type = 'text'
    readonly inputMode = 'decimal'
  }
  vi.stubGlobal('HTMLInputElement', Field)
  const page = Object.assign(new EventTarget(), { querySelector: () => dialog })
  vi.stubGlobal('document', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const stop = startKeys(() => defaultKeys)
  const isTyped = (key: string) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, code: '' })
    Object.defineProperty(event, 'target', { value: new Field() })
    return page.dispatchEvent(event)
  }
  expect(['b', 'k', 'm', '1', '.', 'z'].map(isTyped)).toEqual([false, false, false, true, true, true])
  stop()
})

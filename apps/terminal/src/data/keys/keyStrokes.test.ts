import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultKeys, type KeyMap, keyActionNames } from './keyActions.ts'
import {
  createKeyReader,
  firstConflict,
  isActionLetter,
  isKeyText,
  type KeyPress,
  keyConflict,
  sequenceMs,
  strokesOf,
} from './keyStrokes.ts'

const none = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({ ...none, key, ...more })

describe('strokesOf', () => {
  it.each<[KeyPress, string]>([
    [press('b', { code: 'KeyB' }), 'b'],
    [press('B', { code: 'KeyB' }), 'b'],
    [press('L', { code: 'KeyL', shiftKey: true }), 'Shift+L'],
    [press('/', { code: 'Slash' }), '/'],
    [press('?', { code: 'Slash', shiftKey: true }), '?'],
    [press(' ', { code: 'Space' }), 'Space'],
    [press('Enter', { code: 'Enter', shiftKey: true }), 'Shift+Enter'],
    [press('!', { code: 'Digit1', shiftKey: true }), 'Shift+1'],
    [press('/', { code: 'Digit7', shiftKey: true }), '/'],
    [press('[', { code: 'Digit8', ctrlKey: true, altKey: true }), '['],
    [press('и', { code: 'KeyB' }), 'b'],
    [press('И', { code: 'KeyB', shiftKey: true }), 'Shift+B'],
  ])('%o is %s', (pressed, written) => {
    expect(strokesOf(pressed)).toContain(written)
  })

  it('leaves the browser its own keys', () => {
    expect(strokesOf(press('k', { code: 'KeyK', metaKey: true }))).toEqual([])
    expect(strokesOf(press('s', { code: 'KeyS', ctrlKey: true }))).toEqual([])
    expect(strokesOf(press('d', { code: 'KeyD', altKey: true }))).toEqual([])
    for (const key of ['Shift', 'Tab', 'ArrowUp', 'F5', 'Escape']) expect(strokesOf(press(key))).toEqual([])
  })

  it('returns only texts that settings may hold, for any press', () => {
    const anyPress = fc.record({
      key: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constantFrom(' ', 'Enter', 'Dead', 'я')),
      code: fc.constantFrom('', 'KeyA', 'Digit5', 'Slash', 'Space', 'Numpad1'),
      shiftKey: fc.boolean(),
      ctrlKey: fc.boolean(),
      metaKey: fc.boolean(),
      altKey: fc.boolean(),
    })
    fc.assert(
      fc.property(anyPress, pressed => {
        expect(strokesOf(pressed).filter(one => !isKeyText(one))).toEqual([])
      }),
    )
  })
})

describe('isKeyText', () => {
  it.each(['', 'b', '1', '/', '?', 'Space', 'Shift+L', 'Shift+1', 'g d', 'g ,'])('takes %o', text => {
    expect(isKeyText(text)).toBe(true)
  })
  it.each(['B', 'bb', 'Escape', 'Tab', 'Ctrl+B', 'Shift+b', 'g d p', ' ', 'g ', 'я', '\n'])('refuses %o', text => {
    expect(isKeyText(text)).toBe(false)
  })
})

it('knows the letters that have an action, and counts no digit or sign', () => {
  const isIt = (key: string, keys: KeyMap = defaultKeys) =>
    isActionLetter(press(key, { shiftKey: /^[A-Z]$/.test(key) }), keys)
  expect(['b', 'm', 'k', 'g', 'A', 'L'].filter(key => !isIt(key))).toEqual([])
  expect(['1', '.', ',', '%', '/', '[', 'd', 'B', 'Enter', ' '].filter(key => isIt(key))).toEqual([])
  expect(isIt('b', { ...defaultKeys, buy: '' })).toBe(false)
})

describe('createKeyReader', () => {
  const read = (...presses: readonly [string, number][]) => {
    const reader = createKeyReader()
    return presses.map(([stroke, atMs]) => reader.read([stroke], defaultKeys, atMs)).at(-1)
  }

  it('reads a single key', () => {
    expect(read(['b', 0])).toEqual({ kind: 'action', action: 'buy' })
    expect(read(['y', 0])).toEqual({ kind: 'nothing' })
  })

  it('reads a sequence within its time, and later only its second key', () => {
    expect(read(['g', 0])).toEqual({ kind: 'waiting' })
    expect(read(['g', 0], ['w', sequenceMs])).toEqual({ kind: 'action', action: 'goWallets' })
    expect(read(['g', 0], ['w', sequenceMs + 1])).toEqual({ kind: 'action', action: 'preset2' })
  })

  it('reads a key that ends no sequence by itself, and forgets the first', () => {
    expect(read(['g', 0], ['b', 10])).toEqual({ kind: 'action', action: 'buy' })
    expect(read(['g', 0], ['b', 10], ['d', 20])).toEqual({ kind: 'nothing' })
    expect(read(['g', 0], ['g', 10], ['d', 20])).toEqual({ kind: 'action', action: 'goDiscover' })
  })

  it('waits while Shift is pressed before the second key', () => {
    const keys: KeyMap = { ...defaultKeys, goDiscover: 'g Shift+D' }
    const reader = createKeyReader()
    reader.read(['g'], keys, 0)
    reader.read([], keys, 5)
    expect(reader.read(['Shift+D'], keys, 10)).toEqual({ kind: 'action', action: 'goDiscover' })
  })

  it('ignores an action that is turned off', () => {
    const keys: KeyMap = { ...defaultKeys, buy: '' }
    expect(createKeyReader().read(['b'], keys, 0)).toEqual({ kind: 'nothing' })
  })
})

describe('conflicts', () => {
  it('do not exist between the default keys', () => {
    expect(firstConflict(defaultKeys)).toBeUndefined()
    expect(keyActionNames.filter(name => !isKeyText(defaultKeys[name]))).toEqual([])
  })

  it('are found for the same key, and for a key that begins a sequence', () => {
    expect(keyConflict(defaultKeys, 'buy', 's')).toBe('sell')
    expect(keyConflict(defaultKeys, 'buy', 'g')).toBe('goDiscover')
    expect(keyConflict(defaultKeys, 'buy', 'b x')).toBeUndefined()
    expect(keyConflict(defaultKeys, 'sell', 'b x')).toBe('buy')
    expect(keyConflict(defaultKeys, 'buy', '')).toBeUndefined()
    expect(keyConflict(defaultKeys, 'buy', 'b')).toBeUndefined()
    expect(firstConflict({ ...defaultKeys, sell: 'b' })).toEqual(['buy', 'sell'])
  })
})

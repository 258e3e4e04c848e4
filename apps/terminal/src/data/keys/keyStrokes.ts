import { type KeyAction, type KeyMap, keyActionNames } from './keyActions.ts'

/** What of a `KeyboardEvent` says which key it was. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** `b`, `1`, `/`, `Shift+B`, `Shift+1`, `Space`, `Enter`: one key as it is written down. */
const stroke = /^(?:[a-z0-9]|Shift\+[A-Z0-9]|(?:Shift\+)?(?:Space|Enter)|[!-/:-@[-`{-~])$/

/** Whether settings may hold `text` as a key: one, or two one after the other, or `''` for none. */
export function isKeyText(text: string): boolean {
  const strokes = text.split(' ')
  return text === '' || (strokes.length <= 2 && strokes.every(one => stroke.test(one)))
}

/**
 * The ways to write down what was pressed, best first: by the character, and by the place on the keyboard, so that a
 * keyboard of other letters has the keys too and `Shift+1` is that whatever it types. With Ctrl, Alt or ⌘ a press belongs to
 * the browser, except for signs that a keyboard has only there.
 */
export function strokesOf(press: KeyPress): readonly string[] {
  const isSign = /^[!-/:-@[-`{-~]$/.test(press.key)
  if (press.metaKey || (press.ctrlKey && !press.altKey)) return []
  if (press.altKey) return isSign ? [press.key] : []
  const shift = press.shiftKey ? 'Shift+' : ''
  if (press.key === ' ') return [`${shift}Space`]
  if (press.key === 'Enter') return [`${shift}Enter`]
  const letter = (one: string) => (press.shiftKey ? `Shift+${one.toUpperCase()}` : one.toLowerCase())
  if (/^[a-z]$/i.test(press.key)) return [letter(press.key)]
  if (press.key.length !== 1) return []
  const [, placedLetter, placedDigit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(press.code) ?? []
  const byPlace = placedDigit === undefined ? placedLetter && letter(placedLetter) : `${shift}${placedDigit}`
  return [...(isSign || byPlace === undefined ? [press.key] : []), byPlace ?? ''].filter(one => stroke.test(one))
}

/** Whether a pressed letter means an action, or begins the keys of one. */
export function isActionLetter(press: KeyPress, keys: KeyMap): boolean {
  const letters = strokesOf(press).filter(one => /^(?:Shift\+)?[a-z]$/i.test(one))
  return letters.some(one => keyActionNames.some(name => keys[name].split(' ')[0] === one))
}

/** Milliseconds within which the second key of a sequence must come. */
export const sequenceMs = 1_200

/** What one press came to: `waiting` for the second key of a sequence. */
export type Reading = { readonly kind: 'action'; readonly action: KeyAction } | { readonly kind: 'waiting' | 'nothing' }

/** Reads presses one after the other against `keys`, sequences among them. */
export function createKeyReader() {
  let first: { readonly strokes: readonly string[]; readonly atMs: number } | undefined
  return {
    read(strokes: readonly string[], keys: KeyMap, nowMs: number): Reading {
      // Shift alone, on the way to the key that it shifts.
      if (strokes.length === 0) return { kind: 'nothing' }
      const begun = first !== undefined && nowMs - first.atMs <= sequenceMs ? first.strokes : []
      first = undefined
      const sequences = begun.flatMap(one => strokes.map(two => `${one} ${two}`))
      const bound = (text: string) => keyActionNames.find(name => keys[name] === text)
      for (const text of [...sequences, ...strokes]) {
        const action = bound(text)
        if (action !== undefined) return { kind: 'action', action }
      }
      const begins = strokes.filter(one => keyActionNames.some(name => keys[name].startsWith(`${one} `)))
      if (begins.length === 0) return { kind: 'nothing' }
      first = { strokes: begins, atMs: nowMs }
      return { kind: 'waiting' }
    },
  }
}

/** The action that already has `key`, or that could not be told from it; `undefined`: it is free for `action`. */
export function keyConflict(keys: KeyMap, action: KeyAction, key: string): KeyAction | undefined {
  if (key === '') return undefined
  const clashes = (other: string) =>
    other !== '' && (other === key || other.startsWith(`${key} `) || key.startsWith(`${other} `))
  return keyActionNames.find(name => name !== action && clashes(keys[name]))
}

/** Two actions of `keys` whose keys cannot be told apart; `undefined`: there are none. */
export function firstConflict(keys: KeyMap): readonly [KeyAction, KeyAction] | undefined {
  for (const name of keyActionNames) {
    const other = keyConflict(keys, name, keys[name])
    if (other !== undefined) return [name, other]
  }
  return undefined
}

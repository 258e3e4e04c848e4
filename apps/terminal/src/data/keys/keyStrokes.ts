import { type KeyAction, type KeyMap, keyActionNames } from './keyActions.ts'

/** The fields of a `KeyboardEvent` that identify the key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** A key as text: `b`, `1`, `/`, `Shift+B`, `Shift+1`, `Space`, `Enter`. */
const stroke = /^(?:[a-z0-9]|Shift\+[A-Z0-9]|(?:Shift\+)?(?:Space|Enter)|[!-/:-@[-`{-~])$/

/** Returns `true` if `text` is a key for the settings: a single key, two in sequence, or `''` for no key. */
export function isKeyText(text: string): boolean {
  const strokes = text.split(' ')
  return text === '' || (strokes.length <= 2 && strokes.every(one => stroke.test(one)))
}

/**
 * Returns the texts that a press may match, best first: by its character, then by its place on the keyboard.
 * The place gives the keys to keyboards with other letters, and makes `Shift+1` work whatever it types.
 * With Ctrl, Alt or ⌘ a press belongs to the browser, except for signs that the keyboard types with Alt.
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

/** Returns `true` if a pressed letter has an action, or begins a sequence. */
export function isActionLetter(press: KeyPress, keys: KeyMap): boolean {
  const letters = strokesOf(press).filter(one => /^(?:Shift\+)?[a-z]$/i.test(one))
  return letters.some(one => keyActionNames.some(name => keys[name].split(' ')[0] === one))
}

/** Max milliseconds until the second key of a sequence. */
export const sequenceMs = 1_200

/** The result of a press. `waiting`: for the second key of a sequence. */
export type Reading = { readonly kind: 'action'; readonly action: KeyAction } | { readonly kind: 'waiting' | 'nothing' }

/** Creates a reader that matches presses against `keys`, in order, including sequences. */
export function createKeyReader() {
  let first: { readonly strokes: readonly string[]; readonly atMs: number } | undefined
  return {
    read(strokes: readonly string[], keys: KeyMap, nowMs: number): Reading {
      // Shift alone, before the key that it shifts.
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

/**
 * Returns the action with a key that conflicts with `key`: it is the same, or either begins the other's sequence.
 * Returns `undefined` if `key` is free for `action`.
 */
export function keyConflict(keys: KeyMap, action: KeyAction, key: string): KeyAction | undefined {
  if (key === '') return undefined
  const clashes = (other: string) =>
    other !== '' && (other === key || other.startsWith(`${key} `) || key.startsWith(`${other} `))
  return keyActionNames.find(name => name !== action && clashes(keys[name]))
}

/** Returns two actions of `keys` with conflicting keys; `undefined` if there are none. */
export function firstConflict(keys: KeyMap): readonly [KeyAction, KeyAction] | undefined {
  for (const name of keyActionNames) {
    const other = keyConflict(keys, name, keys[name])
    if (other !== undefined) return [name, other]
  }
  return undefined
}

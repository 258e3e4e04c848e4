import { useEffect, useLayoutEffect, useRef } from 'react'
import type { KeyAction, KeyMap } from './keyActions.ts'
import { createKeyReader, isActionLetter, strokesOf } from './keyStrokes.ts'

export type { KeyAction } from './keyActions.ts'

type Handler = () => void

/** Listeners of the components on the page, by action or Escape. Only the last to register is called. */
const handlers = new Map<KeyAction | 'Escape', Handler[]>()

function listen(action: KeyAction | 'Escape', handler: Handler): () => void {
  const list = handlers.get(action) ?? []
  handlers.set(action, list)
  list.push(handler)
  return () => void list.splice(list.indexOf(handler), 1)
}

function useListener(action: KeyAction | 'Escape', handler: Handler | undefined) {
  const latest = useRef(handler)
  latest.current = handler
  const isListening = handler !== undefined
  useEffect(() => (isListening ? listen(action, () => latest.current?.()) : undefined), [action, isListening])
}

/**
 * Runs `handler` when the key of `action` is pressed, for as long as the component is mounted.
 * It does not run while a person types or a dialog is open. If several components listen, only the last is called.
 *
 * @param handler `undefined` leaves the key alone.
 */
export function useKey(action: KeyAction, handler: Handler | undefined): void {
  useListener(action, handler)
}

/**
 * Runs `handler` on Escape. Escape also leaves a field. If several components listen, only the last is called.
 * While a dialog is open it does not run, because dialogs handle Escape by themselves.
 */
export function useEscape(handler: Handler | undefined): void {
  useListener('Escape', handler)
}

/** Components that keep all keys from the page. */
let silences = 0

/** Runs no handler of a key while the component is mounted. */
export function useNoKeys(): void {
  useLayoutEffect(() => {
    silences++
    return () => void silences--
  }, [])
}

const notTyped = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit'])

/** Returns `true` if a key press on `element` types text into it. */
function isTyping(element: EventTarget | null): boolean {
  if (element instanceof HTMLInputElement) return !notTyped.has(element.type)
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLElement && element.isContentEditable)
  )
}

/** Returns `true` if `element` takes a typed number. */
const takesNumber = (element: EventTarget | null) =>
  element instanceof HTMLInputElement && element.inputMode === 'decimal'

/**
 * Elements that Enter and Space press. The chosen segment of a segmented control is left out: a press does nothing there.
 */
const pressed =
  'a[href], button:not(.segment > [aria-pressed=true]), input, select, summary, [role=button], [role=tab], [role=option], [role=slider]'

/** Ctrl+K or ⌘K, the search key of other programs. It works in a field too. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Fields in which a held Enter may add line after line. */
const takesLines = 'textarea, [contenteditable]'

/**
 * Ignores the repeats of a held Enter. Otherwise the browser would click a button or submit a form at each repeat.
 * No handler of the page receives a repeat, except in fields with several lines.
 */
export function ignoreHeldEnter(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void {
  const ignore = (event: Event) => {
    const { key, repeat, target } = event as KeyboardEvent
    if (key !== 'Enter' || !repeat || (target as Partial<Element> | null)?.closest?.(takesLines)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('keydown', ignore, { capture: true })
  return () => page.removeEventListener('keydown', ignore, { capture: true })
}

const isHeld = (action: KeyAction) => action === 'nextRow' || action === 'previousRow'

/**
 * Listens to the keyboard.
 *
 * @param keys returns the key of each action. Called at each press.
 * @returns stops listening.
 */
export function startKeys(keys: () => KeyMap): () => void {
  const reader = createKeyReader()
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.isComposing) return
    // A person who presses B in a number field, on the way to another trade, does not mean 0.1 billion. The same key in a
    // dialog's field has no action either.
    if (takesNumber(target) && isActionLetter(event, keys())) return event.preventDefault()
    if (silences > 0 || document.querySelector('dialog[open]') !== null) return
    if (event.key === 'Escape') {
      if (isTyping(target) && target instanceof HTMLElement) target.blur()
      handlers.get('Escape')?.at(-1)?.()
      return
    }
    if (isSearchKey(event)) {
      event.preventDefault()
      handlers.get('search')?.at(-1)?.()
      return
    }
    const pressesItself = event.key === 'Enter' || event.key === ' '
    if (isTyping(target) || (pressesItself && target instanceof Element && target.closest(pressed) !== null)) return
    const reading = reader.read(strokesOf(event), keys(), event.timeStamp)
    if (reading.kind !== 'action' || (event.repeat && !isHeld(reading.action))) return
    const handler = handlers.get(reading.action)?.at(-1)
    if (handler === undefined) return
    event.preventDefault()
    handler()
  }
  const heedEnter = ignoreHeldEnter(document)
  document.addEventListener('keydown', onKeyDown)
  return () => {
    heedEnter()
    document.removeEventListener('keydown', onKeyDown)
  }
}

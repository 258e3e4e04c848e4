import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Says whether a list is in use: the pointer, a finger or the keyboard's focus is inside, or all lists are held. */
export function useHold(isAllHeld: boolean) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const hover = (event: PointerEvent) => setPointed(event.pointerType === 'mouse')
  const leave = () => setPointed(false)
  // A click leaves the focus behind; only a visible focus means that the list is in use.
  const focus = ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible'))
  return {
    /** Whether the keyboard's focus is inside. */
    isFocused,
    isHeld: isPointed || isFocused || isAllHeld,
    /** The list's event handlers. */
    touch: {
      onPointerEnter: hover,
      onPointerDown: () => setPointed(true),
      onPointerUp: hover,
      onPointerCancel: leave,
      onPointerLeave: leave,
      onFocus: focus,
      onBlur: () => setFocused(false),
    },
  }
}

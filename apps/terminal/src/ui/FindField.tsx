import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The list follows after a pause in typing of this length. */
const pauseMs = 100

interface FindFieldProps extends Pick<ComponentProps<'input'>, 'aria-label' | 'placeholder'> {
  readonly words: string
  readonly onWords: (words: string) => void
}

/**
 * A search field. Typed letters show at once, even while the list is busy.
 * A key that picks from the list does not wait for the pause. Otherwise it would pick from the list of earlier letters.
 * The list gets no letters once a link has been pressed: a change of the address would undo it while its page loads.
 */
export function FindField({ words, onWords, ...input }: FindFieldProps) {
  const [typed, setTyped] = useState<string>()
  const report = useRef(onWords)
  report.current = onWords
  if (typed === words) setTyped(undefined)
  useEffect(() => {
    if (typed === undefined) return
    const { pathname } = location
    const timer = setTimeout(() => {
      if (location.pathname === pathname) report.current(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <input
      {...input}
      type="search"
      value={typed ?? words}
      onChange={event => setTyped(event.target.value)}
      onKeyDown={({ key }) => {
        if (typed !== undefined && (key === 'Enter' || key === 'ArrowDown')) flushSync(() => report.current(typed))
      }}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

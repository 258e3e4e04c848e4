import { type KeyboardEvent, useEffect, useState } from 'react'
import { isKeyText, sequenceMs, strokesOf } from '../../data/keys/keyStrokes.ts'
import { Button } from '../../ui/Button.tsx'
import { Keys, keyTextName } from '../../ui/Keys.tsx'

interface KeyFieldProps {
  /** The id of the element that describes the action. */
  readonly describedBy: string
  readonly value: string
  readonly onBind: (key: string) => void
}

/** Shows a key. After a press on the button, it records the next key, or the next two. */
export function KeyField({ describedBy, value, onBind }: KeyFieldProps) {
  /** The keys recorded so far; `undefined` while not recording. */
  const [pressed, setPressed] = useState<string>()
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (pressed === undefined || pressed === '') return
    const timer = setTimeout(() => {
      setPressed(undefined)
      onBind(pressed)
    }, sequenceMs)
    return () => clearTimeout(timer)
  }, [pressed, onBind])

  function end(key?: string) {
    setPressed(undefined)
    setRefused(false)
    if (key !== undefined) onBind(key)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (pressed === undefined || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (event.key === 'Escape') return end()
    if (event.key === 'Backspace' || event.key === 'Delete') return end('')
    const [stroke] = strokesOf(event.nativeEvent)
    if (stroke === undefined || !isKeyText(stroke)) return setRefused(true)
    if (pressed === '') return setPressed(stroke)
    end(`${pressed} ${stroke}`)
  }
  const isAsking = pressed !== undefined
  return (
    <Button
      size="small"
      aria-pressed={isAsking}
      aria-describedby={describedBy}
      aria-label={isAsking ? 'Press a key' : `Key: ${value === '' ? 'off' : keyTextName(value)}`}
      onClick={() => setPressed('')}
      onKeyDown={onKeyDown}
      onBlur={() => end(pressed === '' ? undefined : pressed)}
    >
      {isAsking ? (
        <span className="key-asking" role="status">
          {refused ? 'Try another key' : pressed === '' ? 'Press a key' : `${keyTextName(pressed)}, then…`}
        </span>
      ) : value === '' ? (
        <span className="faint">off</span>
      ) : (
        <Keys text={value} />
      )}
    </Button>
  )
}

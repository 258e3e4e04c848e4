import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { changeSettings, useSettings } from '../data/settings/settings.ts'
import { dockHeights } from '../data/settings/standardSettings.ts'
import './dockSeparator.css'

const { min, max } = dockHeights
/** Pixels that an arrow key moves the separator. */
const step = 16

/** Sets the height for the style sheets that lay out the dock and the content above it. */
const show = (height: number) => document.documentElement.style.setProperty('--dock-height', `${height}px`)

const within = (height: number) => Math.round(Math.min(max, Math.max(min, height)))

/** The upper edge of the dock, to drag or to move with the arrow keys. Enter hides the dock. */
export function DockSeparator({ onEnter }: { onEnter: () => void }) {
  const { dockHeight } = useSettings()
  const drag = useRef<{ readonly fromY: number; height: number }>(undefined)
  useEffect(() => show(dockHeight), [dockHeight])
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromY: event.clientY + dockHeight, height: dockHeight }
  }
  const move = (event: PointerEvent) => {
    if (drag.current === undefined) return
    drag.current.height = within(drag.current.fromY - event.clientY)
    show(drag.current.height)
  }
  const end = () => {
    if (drag.current !== undefined) changeSettings({ dockHeight: drag.current.height })
    drag.current = undefined
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by !== undefined) changeSettings({ dockHeight: within(dockHeight + by) })
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  return (
    <hr
      className="dock-separator"
      aria-label="Dock height"
      aria-orientation="horizontal"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={dockHeight}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKey}
    />
  )
}

import { type ReactNode, useEffect, useId, useRef } from 'react'

interface TooltipProps {
  readonly tip: ReactNode
  /** Of the button that is pointed at: `chipClass('danger')`, or nothing. */
  readonly className?: string
  readonly children: ReactNode
}

/** How long the pointer may be on its way from the word to the tip. */
const wayMs = 150

/**
 * Says more about a word or a chip to those who point at it, focus it or, on a phone, press it; it can be pointed at itself,
 * and Escape takes it away. What must be read before a trade does not belong here.
 */
export function Tooltip({ tip, className = '', children }: TooltipProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(leaving.current)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const show = (source: HTMLElement) => {
    stay()
    if (!box.current?.matches(':popover-open')) box.current?.showPopover({ source })
  }
  const hide = () => {
    stay()
    if (box.current?.matches(':popover-open')) box.current.hidePopover()
  }
  const leave = () => {
    leaving.current = setTimeout(hide, wayMs)
  }
  return (
    <>
      <button
        type="button"
        className={`tip-host ${className}`}
        aria-describedby={id}
        onPointerEnter={event => show(event.currentTarget)}
        onPointerLeave={leave}
        onFocus={event => show(event.currentTarget)}
        onBlur={hide}
        onClick={event => show(event.currentTarget)}
        onKeyDown={event => {
          // What the tip stands on stays open: a panel, a dialog.
          if (event.key !== 'Escape' || !box.current?.matches(':popover-open')) return
          event.preventDefault()
          hide()
        }}
      >
        {children}
      </button>
      <span
        ref={box}
        id={id}
        className="tip"
        popover="manual"
        role="tooltip"
        onPointerEnter={stay}
        onPointerLeave={leave}
      >
        {tip}
      </span>
    </>
  )
}

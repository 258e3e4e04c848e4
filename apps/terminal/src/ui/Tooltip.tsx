import { type ReactNode, useEffect, useId, useRef } from 'react'

interface TooltipProps {
  readonly tip: ReactNode
  /** The class of the button: `chipClass('danger')`, or none. */
  readonly className?: string
  readonly children: ReactNode
}

/** The time that the pointer may take from the button to the tip. */
const leaveMs = 150

/**
 * Explains a word or a chip on hover, focus or, on a phone, a press. The pointer may enter the tip, and Escape closes
 * it.
 * Text that must be read before a trade does not belong here.
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
    leaving.current = setTimeout(hide, leaveMs)
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
          // Escape closes the tip only, not the dialog or panel around it.
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

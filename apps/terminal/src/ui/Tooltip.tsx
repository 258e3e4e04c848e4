import { type ReactNode, useId, useRef } from 'react'

interface TooltipProps {
  readonly tip: ReactNode
  /** Of the button that is pointed at: `chipClass('danger')`, or nothing. */
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Says more about a word or a chip to those who point at it, focus it or, on a phone, press it; Escape takes it away. What
 * must be read before a trade does not belong here.
 */
export function Tooltip({ tip, className = '', children }: TooltipProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const show = (source: HTMLElement) => {
    if (!box.current?.matches(':popover-open')) box.current?.showPopover({ source })
  }
  const hide = () => {
    if (box.current?.matches(':popover-open')) box.current.hidePopover()
  }
  return (
    <>
      <button
        type="button"
        className={`tip-host ${className}`}
        aria-describedby={id}
        onPointerEnter={event => show(event.currentTarget)}
        onPointerLeave={hide}
        onFocus={event => show(event.currentTarget)}
        onBlur={hide}
        onClick={event => show(event.currentTarget)}
        onKeyDown={event => {
          if (event.key === 'Escape') hide()
        }}
      >
        {children}
      </button>
      <span ref={box} id={id} className="tip" popover="manual" role="tooltip">
        {tip}
      </span>
    </>
  )
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Stands in the head beside the title: the practice marker, because the scrim dims the one in the top bar. */
  readonly marker?: ReactNode
}

/**
 * The browser's own modal dialog: focus stays inside, Escape closes, the rest of the page is inert. Open while mounted. In it
 * go `<div className="dialog-body">` and `<div className="dialog-foot">` with two buttons, the way out on the left.
 */
export function Dialog({ title, onClose, children, marker }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed while it is still there, so that the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // What only scrolls is no place to begin.
    if (document.activeElement?.matches('.dialog-body'))
      element?.querySelector<HTMLElement>('.dialog-foot > *')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={heading}>{title}</h2>
        <span className="spacer" />
        {marker}
      </div>
      {children}
    </dialog>
  )
}

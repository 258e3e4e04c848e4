import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Content beside the title: the practice marker, because the scrim dims the marker in the top bar. */
  readonly marker?: ReactNode
}

/**
 * The browser's own modal dialog: the focus stays inside, Escape closes, the rest of the page is inert. Open while
 * mounted.
 * Its content is `<div className="dialog-body">` and `<div className="dialog-foot">` with two buttons, Cancel on the
 * left.
 */
export function Dialog({ title, onClose, children, marker }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Close before unmounting, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The scrolling body is no useful first focus.
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

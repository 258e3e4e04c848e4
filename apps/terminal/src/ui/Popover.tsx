import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'

interface PopoverProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'popoverTarget'> {
  /** The button's content. */
  readonly trigger: ReactNode
  /** Names the popover for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/**
 * A button that opens a small panel, for filters or fees. It is the browser's own popover: a press outside or Escape
 * closes
 * it, and the focus returns. The content mounts on the first opening. For a list of actions use `Menu`.
 */
export function Popover({ trigger, label, children, ...button }: PopoverProps) {
  const id = useId()
  const [isMade, setMade] = useState(false)
  return (
    <>
      <Button {...button} popoverTarget={id}>
        {trigger}
      </Button>
      <div
        id={id}
        className="popover"
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={() => setMade(true)}
      >
        {isMade ? children : null}
      </div>
    </>
  )
}

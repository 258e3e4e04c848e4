import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'

interface PopoverProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'popoverTarget'> {
  /** What the button says. */
  readonly trigger: ReactNode
  /** Names the popover for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/**
 * A button that opens a small panel beside it: filters, the parts of a fee. The browser's own popover: a press outside and
 * Escape close it, and focus returns. What is in it is made when it is first opened. For a list of actions there is `Menu`.
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

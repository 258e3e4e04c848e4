import type { ComponentProps } from 'react'

interface ButtonLook {
  /**
   * `buy` and `sell` are for trades, `danger` for deleting, `paper` for the main action of a page, `quick` for
   * one-press buys.
   */
  readonly look?: 'plain' | 'quiet' | 'paper' | 'buy' | 'sell' | 'danger' | 'quick'
  /** 28, 24, 40 and 44 pixels high; `main` takes the full width. On a phone every size is large enough for a thumb. */
  readonly size?: 'normal' | 'small' | 'large' | 'main'
  /** `square` holds an icon and needs an `aria-label`. */
  readonly shape?: 'text' | 'square'
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'type'> {
  readonly type?: 'button' | 'submit'
  /** Visible but not pressable. The label must say why; the button stays in the tab order. */
  readonly blocked?: boolean
}

/** The class for a link that looks like a button: `<Link className={buttonClass({ look: 'paper' })}>`. */
export function buttonClass({ look = 'plain', size = 'normal', shape = 'text' }: ButtonLook): string {
  return `button ${look} ${size} ${shape}`
}

/** A button. `aria-pressed` makes it a toggle. */
export function Button({ look, size, shape, type = 'button', blocked = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ ...(look && { look }), ...(size && { size }), ...(shape && { shape }) })}
      aria-disabled={blocked || undefined}
      onClick={event => {
        if (blocked) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'type'> {
  readonly look?: 'plain' | 'quiet' | 'paper' | 'buy' | 'sell'
  readonly size?: 'normal' | 'small' | 'large' | 'main'
  readonly shape?: 'text' | 'square'
  readonly type?: 'button' | 'submit'
  /** Present but not to be pressed; the label says why, and the button keeps its place in the tab order. */
  readonly blocked?: boolean
}

/** Every button. `look` follows the design: coloured only for Buy and Sell, paper for the main action of a page. */
export function Button({
  look = 'plain',
  size = 'normal',
  shape = 'text',
  type = 'button',
  blocked = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${look} ${size} ${shape}`}
      aria-disabled={blocked || undefined}
      onClick={event => {
        if (blocked) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

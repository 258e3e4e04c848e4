import type { ComponentProps } from 'react'

interface ButtonLook {
  /** Coloured only for Buy and Sell, and `danger` for what takes something away for good; `paper` for the main action of a page, `quick` for one-press buys. */
  readonly look?: 'plain' | 'quiet' | 'paper' | 'buy' | 'sell' | 'danger' | 'quick'
  /** 28, 24, 40 and 44 pixels high; `main` is as wide as its place. On a phone all can be pressed with a thumb. */
  readonly size?: 'normal' | 'small' | 'large' | 'main'
  /** `square` holds an icon and needs an `aria-label`. */
  readonly shape?: 'text' | 'square'
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'type'> {
  readonly type?: 'button' | 'submit'
  /** Present but not to be pressed; the label says why, and the button keeps its place in the tab order. */
  readonly blocked?: boolean
}

/** The class of a link that looks like a button: `<Link className={buttonClass({ look: 'paper' })}>`. */
export function buttonClass({ look = 'plain', size = 'normal', shape = 'text' }: ButtonLook): string {
  return `button ${look} ${size} ${shape}`
}

/** Every button. `aria-pressed` makes it a toggle. */
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

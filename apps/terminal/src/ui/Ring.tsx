/** Something is under way; words beside it say what. Still where motion is reduced. */
export function Ring({ size = 'normal' }: { size?: 'normal' | 'large' }) {
  return <span className={size === 'large' ? 'ring large' : 'ring'} aria-hidden="true" />
}

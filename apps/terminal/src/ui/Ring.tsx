/** Marks a running task, which the text next to it names. It does not move under reduced motion. */
export function Ring({ size = 'normal' }: { size?: 'normal' | 'large' }) {
  return <span className={size === 'large' ? 'ring large' : 'ring'} aria-hidden="true" />
}

/** Marks a running task; the text beside it names the task. It stands still under reduced motion. */
export function Ring({ size = 'normal' }: { size?: 'normal' | 'large' }) {
  return <span className={size === 'large' ? 'ring large' : 'ring'} aria-hidden="true" />
}

import { chipClass } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Says in the head of a list that its order stands still. */
export function HeldSign({ isHeld }: { isHeld: boolean }) {
  return (
    <span className={`${chipClass('here', 'small')} held-sign`} aria-hidden={!isHeld}>
      <Icon name="hold" size="small" />
      Held
    </span>
  )
}

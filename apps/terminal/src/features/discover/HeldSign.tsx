import { chipClass } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Shows in a list's head that the order is held. */
export function HeldSign({ isHeld }: { isHeld: boolean }) {
  return (
    <span className={`${chipClass('here', 'small')} held-sign`} aria-hidden={!isHeld}>
      <Icon name="hold" size="small" />
      Held
    </span>
  )
}

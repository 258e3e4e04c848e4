import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  /** Content at the right: a key, or the reason if the item is blocked. */
  readonly end?: ReactNode
  readonly blocked?: boolean
  readonly onPick: () => void
}

interface MenuProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'popoverTarget'> {
  /** The button's content. The default is three dots, which need an `aria-label`. */
  readonly trigger?: ReactNode
  /** The items in groups, with a rule between groups. */
  readonly groups: readonly (readonly MenuItem[])[]
}

const step: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * A button with a menu of actions. Arrows move, Enter picks, Escape closes and restores the focus. The items mount on
 * the first opening.
 */
export function Menu({ trigger = <Icon name="more" />, groups, ...button }: MenuProps) {
  const id = useId()
  const [isMade, setMade] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const move = (event: KeyboardEvent) => {
    const all = items()
    const next = step[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'open') items()[0]?.focus()
  }
  return (
    <>
      <Button {...button} popoverTarget={id} aria-haspopup="menu">
        {trigger}
      </Button>
      <div
        ref={list}
        id={id}
        className="popover menu"
        popover="auto"
        role="menu"
        onBeforeToggle={() => setMade(true)}
        onToggle={onToggle}
        onKeyDown={move}
      >
        {isMade ? <MenuItems groups={groups} onPicked={() => list.current?.hidePopover()} /> : null}
      </div>
    </>
  )
}

/** The items of a menu, for use without the button. */
export function MenuItems({ groups, onPicked }: { groups: MenuProps['groups']; onPicked: () => void }) {
  return groups.map((items, group) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the group
    <div key={group} className="menu-group" role="presentation">
      {items.map(({ label, icon, end, blocked = false, onPick }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={blocked || undefined}
          onClick={() => {
            if (blocked) return
            onPicked()
            onPick()
          }}
        >
          {icon === undefined ? null : <Icon name={icon} />}
          <span className="menu-label">{label}</span>
          {end === undefined ? null : <span className="menu-end faint cell">{end}</span>}
        </button>
      ))}
    </div>
  ))
}

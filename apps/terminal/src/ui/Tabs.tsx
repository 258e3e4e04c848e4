import { type KeyboardEvent, type ReactNode, useRef } from 'react'

interface TabsProps<Name extends string> {
  readonly label: string
  /** `look` is `buy` or `sell` where the chosen tab takes that colour. */
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode; readonly look?: 'buy' | 'sell' }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** The id of the panel that the tabs control. */
  readonly panel: string
  /** Two or three of equal weight in a segmented bar, or any number over a line. */
  readonly look?: 'segment' | 'line'
}

/**
 * A tab list as the ARIA practices describe it: one stop in the tab order, arrows move and select. The panel is
 * `<div role="tabpanel" id={panel} aria-labelledby={`${panel}-${selected}`}>`. What has no panel of its own is `Segmented`.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panel,
  look = 'segment',
}: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(tab => tab.name === selected)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab === undefined) return
    onSelect(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      ref={list}
      className={look === 'line' ? 'tabs-line' : 'tabs-segment'}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map(tab => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${panel}-${tab.name}`}
          className={tab.look}
          aria-selected={tab.name === selected}
          aria-controls={panel}
          tabIndex={tab.name === selected ? 0 : -1}
          onClick={() => onSelect(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

import { type KeyboardEvent, type ReactNode, useRef } from 'react'

interface TabsProps<Name extends string> {
  readonly label: string
  /** `look` colours the selected tab as `buy` or `sell`. */
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode; readonly look?: 'buy' | 'sell' }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** The id of the panel that the tabs control. */
  readonly panel: string
  /** `segment` for two or three equal tabs in a bar, `line` for any number above a line. */
  readonly look?: 'segment' | 'line'
}

/**
 * A tab list by the ARIA practices: one stop in the tab order; arrows move and select. The panel is
 * `<div role="tabpanel" id={panel} aria-labelledby={`${panel}-${selected}`}>`. Without a panel use `Segmented`.
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

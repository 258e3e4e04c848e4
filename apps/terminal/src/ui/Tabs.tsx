import { type KeyboardEvent, type ReactNode, useRef } from 'react'

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode; readonly look: string }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** The id of the panel that the tabs control. */
  readonly panel: string
}

/** A tab list as the ARIA practices describe it: one stop in the tab order, arrows move and select. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, panel }: TabsProps<Name>) {
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
    <div ref={list} className="tabs-segment" role="tablist" aria-label={label} onKeyDown={move}>
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

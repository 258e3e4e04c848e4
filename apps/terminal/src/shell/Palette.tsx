import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Price } from '../ui/Amount.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { Picture } from '../ui/Picture.tsx'
import { findEntries, groups } from './findEntries.ts'
import { overlay } from './overlay.ts'
import './palette.css'
import { type PaletteEntry, usePaletteEntries } from './usePaletteEntries.ts'

const close = () => overlay.set('none')

const step: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
}

/** Finds a token, a page or an action by its name. Arrows choose, Enter goes, Escape leaves. */
export function Palette() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const entries = findEntries(usePaletteEntries(text), text)
  const at = Math.max(
    0,
    entries.findIndex(entry => entry.id === chosenId),
  )
  const chosen = entries[at]
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function pick(entry: PaletteEntry) {
    close()
    entry.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && chosen !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      pick(chosen)
    }
    const next = entries.length === 0 ? undefined : step[event.key]?.(at, entries.length)
    if (next === undefined) return
    event.preventDefault()
    setChosenId(entries[next]?.id)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the panel; Escape does the same by the keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search tokens, pages and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
          placeholder="Token, mint, page or action"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setChosenId(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Keys text="Esc" />
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Found">
        {groups.map(group => {
          const own = entries.filter(entry => entry.group === group)
          return own.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset cannot be
            <div key={group} role="group" aria-label={group}>
              <p className="palette-group" aria-hidden="true">
                {group}
              </p>
              {own.map(entry => (
                <Option
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  entry={entry}
                  isChosen={entry === chosen}
                  onPick={pick}
                />
              ))}
            </div>
          )
        })}
      </div>
      {entries.length === 0 ? (
        <p className="palette-none" role="status">
          Nothing is called “{text.trim()}”. A whole mint opens its token.
        </p>
      ) : null}
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isChosen: boolean
  readonly onPick: (entry: PaletteEntry) => void
}

function Option({ id, entry, isChosen, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field picks it
    <div id={id} role="option" aria-selected={isChosen} className="palette-option" onClick={() => onPick(entry)}>
      {entry.icon === undefined ? (
        <Picture source={entry.picture ?? null} symbol={entry.name} size={20} />
      ) : (
        <Icon name={entry.icon} />
      )}
      <b>{entry.name}</b>
      {entry.detail === undefined ? null : <span className="palette-detail">{entry.detail}</span>}
      <span className="spacer" />
      {entry.price === undefined ? null : (
        <span className="cell nowrap">
          <Price price={entry.price} /> SOL
        </span>
      )}
      {entry.key === undefined ? null : <Keys text={entry.key} />}
    </div>
  )
}

import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { useNamesakes } from '../data/market/namesakes.ts'
import { pastedAddresses } from '../text/pastedAddress.ts'
import type { Namesake } from '../text/sameName.ts'
import { ShortAddress } from '../ui/Address.tsx'
import { Price } from '../ui/Amount.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { NamesakeMark } from '../ui/NamesakeMark.tsx'
import { Picture } from '../ui/Picture.tsx'
import { findEntries, groups } from './findEntries.ts'
import { overlay } from './overlay.ts'
import { type PaletteEntry, usePaletteEntries } from './usePaletteEntries.ts'

/** Connects the search field with its list. The list may load later. */
export interface FieldKeys {
  /** Handles a key that is pressed in the field. */
  press?: ((event: KeyboardEvent) => void) | undefined
  /** `true` if Enter was pressed before the list had loaded. */
  isEntered: boolean
}

interface PaletteListProps {
  /** The field's id; the list's ids are derived from it. */
  readonly id: string
  readonly text: string
  readonly keys: FieldKeys
  /** Receives the id of the option that Enter would open. */
  readonly onChosen: (id: string | undefined) => void
}

const step: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
}

/** Lists the search results for `text`. */
export function PaletteList({ id, text, keys, onChosen }: PaletteListProps) {
  const [wish, setWish] = useState<{ readonly text: string; readonly id: string }>()
  const addresses = pastedAddresses(text)
  const pasted = addresses.length === 1 ? addresses[0] : undefined
  const entries = findEntries(usePaletteEntries(pasted), pasted ?? text)
  const namesakeOf = useNamesakes()
  const at = Math.max(
    0,
    entries.findIndex(entry => wish?.text === text && entry.id === wish.id),
  )
  const chosen = entries[at]
  const chosenId = chosen === undefined ? undefined : `${id}-${chosen.id}`
  useEffect(() => {
    onChosen(chosenId)
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [onChosen, chosenId])

  function pick(entry: PaletteEntry) {
    overlay.set('none')
    entry.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && chosen !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      pick(chosen)
    }
    const next = entries.length === 0 ? undefined : entries[step[event.key]?.(at, entries.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    setWish({ text, id: next.id })
  }
  useLayoutEffect(() => {
    keys.press = onKeyDown
    if (!keys.isEntered || chosen === undefined) return
    keys.isEntered = false
    pick(chosen)
  })
  useLayoutEffect(
    () => () => {
      keys.press = undefined
    },
    [keys],
  )

  return (
    <>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Results">
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
                  namesake={entry.token && namesakeOf(entry.token)}
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
          {addresses.length > 1
            ? `${addresses.length} addresses found. Paste only one.`
            : `No match for “${text.trim()}”. Paste a full mint or pool address, or a link, to open any token.`}
        </p>
      ) : null}
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly namesake: Namesake | undefined
  readonly isChosen: boolean
  readonly onPick: (entry: PaletteEntry) => void
}

function Option({ id, entry, namesake, isChosen, onPick }: OptionProps) {
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
      {entry.token === undefined ? null : <ShortAddress address={entry.token.mint} />}
      {entry.detail === undefined ? null : <span className="palette-detail">{entry.detail}</span>}
      {entry.token === undefined ? null : <NamesakeMark token={entry.token} namesake={namesake} />}
      <span className="spacer" />
      {entry.price === undefined ? null : (
        <span className="cell nowrap">
          <Price price={entry.price} zeros="keep" /> SOL
        </span>
      )}
      {entry.key === undefined ? null : <Keys text={entry.key} />}
    </div>
  )
}

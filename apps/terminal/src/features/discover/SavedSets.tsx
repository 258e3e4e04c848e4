import { useState } from 'react'
import { deleteFilterSet, saveFilterSet } from '../../data/settings/filterSets.ts'
import { parseFilterSetName } from '../../data/settings/readSettings.ts'
import { useSettings } from '../../data/settings/settings.ts'
import { maxFilterSetNameLength, maxFilterSets } from '../../data/settings/standardSettings.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'

interface SavedSetsProps {
  /** Receives the chosen filter in the URL's format. */
  readonly onChoose: (filter: string) => void
}

/** The saved filters, for any list, to choose or delete. */
export function SavedSets({ onChoose }: SavedSetsProps) {
  const { filterSets } = useSettings()
  return (
    <Popover
      size="small"
      look="quiet"
      label="Saved filter sets"
      trigger={
        <>
          Saved sets
          <Icon name="chevronDown" size="small" />
        </>
      }
    >
      {filterSets.length === 0 ? (
        <p className="hint">No saved sets yet. “Save set” stores this filter under a name.</p>
      ) : (
        <ul className="saved-sets">
          {filterSets.map(({ name, filter }) => (
            <li key={name}>
              <button
                type="button"
                title={filter.replaceAll(';', '  ')}
                onClick={event => {
                  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  onChoose(filter)
                }}
              >
                {name}
              </button>
              <Button
                look="quiet"
                size="small"
                shape="square"
                aria-label={`Delete ${name}`}
                onClick={event => {
                  // Close first: the focus returns to the trigger instead of vanishing with the row.
                  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  deleteFilterSet(name)
                }}
              >
                <Icon name="close" size="small" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Asks for a name and saves the filter under it. */
export function SaveSet({ filter, onDone }: { filter: string; onDone: () => void }) {
  const { filterSets } = useSettings()
  const [typed, setTyped] = useState('')
  const name = parseFilterSetName(typed)
  const isThere = filterSets.some(set => set.name === name)
  const isFull = filterSets.length >= maxFilterSets && !isThere
  const save = () => {
    if (name === undefined || isFull) return
    saveFilterSet({ name, filter })
    onDone()
  }
  return (
    <>
      <span className="input slim save-set-name">
        <input
          aria-label="Name of the set"
          placeholder={isFull ? `Limit of ${maxFilterSets} sets: delete one` : 'Name of the set'}
          value={typed}
          maxLength={maxFilterSetNameLength}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') save()
          }}
          // biome-ignore lint/a11y/noAutofocus: the field replaces the pressed button
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
      </span>
      <Button size="small" look="quiet" onClick={onDone}>
        Cancel
      </Button>
      <Button size="small" look="paper" blocked={name === undefined || isFull} onClick={save}>
        {isThere ? 'Replace' : 'Save'}
      </Button>
    </>
  )
}

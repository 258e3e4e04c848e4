import { type RefObject, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { BoundFields } from './BoundFields.tsx'
import {
  type Condition,
  changeFilter,
  conditionNames,
  type Filter,
  filterSize,
  formatFilter,
  parseFilter,
  parseWords,
  quantityNames,
} from './filter.ts'
import { conditionTexts } from './filterTexts.ts'
import './filter.css'
import { SavedSets, SaveSet } from './SavedSets.tsx'

export interface FilterProps {
  /** The name of the filtered list: `New`, `the table`. */
  readonly of: string
  readonly filter: Filter
  /** `begin` is the first change after the form opened, so that one step back undoes all changes. */
  readonly onChange: (filter: Filter, step: 'begin' | 'go on') => void
  /** The protocols to choose from. */
  readonly protocols: readonly string[]
  readonly left: number
  readonly total: number
}

interface FilterFormProps extends FilterProps {
  /** `true` if the filter changed since the form opened. */
  readonly begun: RefObject<boolean>
  readonly isNaming: boolean
  readonly onNaming: (isNaming: boolean) => void
}

/** Conditions that exclude each other. */
const opposites: { readonly [C in Condition]?: Condition } = { token2022: 'classic', classic: 'token2022' }

const hasText = (form: Element) =>
  [...form.querySelectorAll('input')].some(({ type, value }) => type === 'text' && value !== '')

/** The form of a filter, with all its conditions. */
export function FilterForm({ begun, isNaming, onNaming, ...props }: FilterFormProps) {
  const { of, filter, onChange, protocols, left, total } = props
  const size = filterSize(filter)
  const [edition, setEdition] = useState(0)
  // Texts that do not parse are in no filter, but Reset clears them too.
  const [isFilled, setFilled] = useState(false)
  const change = (next: Parameters<typeof changeFilter>[1]) => {
    onChange(changeFilter(filter, next), begun.current ? 'go on' : 'begin')
    begun.current = true
  }
  const replace = ({ protocols, ranges, conditions, shownWords, hiddenWords }: Filter) => {
    change({ protocols, ranges, conditions, shownWords, hiddenWords })
    setEdition(edition + 1)
    setFilled(false)
  }
  const toggle = (list: readonly string[] | undefined, name: string) =>
    list?.includes(name) ? list.filter(one => one !== name) : [...(list ?? []), name]
  return (
    <div className="filter-form" key={edition} onInput={event => setFilled(hasText(event.currentTarget))}>
      <div className="filter-head">
        <h2>Filter {of}</h2>
        {size === 0 ? null : (
          <Chip kind="here" size="small">
            {size} on
          </Chip>
        )}
        <span className="spacer" />
        <SavedSets onChoose={text => replace(parseFilter(text))} />
      </div>
      <fieldset className="filter-tags" aria-label="Protocol">
        {protocols.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={filter.protocols?.includes(name) === true}
            onClick={() => change({ protocols: toggle(filter.protocols, name) })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {quantityNames.map(name => (
        <BoundFields
          key={name}
          name={name}
          range={filter.ranges?.[name] ?? {}}
          onChange={range => change({ ranges: { ...filter.ranges, [name]: range } })}
        />
      ))}
      <div className="filter-conditions">
        {conditionNames.map(name => (
          <Check
            key={name}
            kind="checkbox"
            checked={filter.conditions?.includes(name) === true}
            onChange={() =>
              change({
                conditions: conditionNames.filter(
                  one => one !== opposites[name] && (filter.conditions?.includes(one) === true) !== (one === name),
                ),
              })
            }
          >
            {conditionTexts[name]}
          </Check>
        ))}
      </div>
      <WordsField label="Show words" words={filter.shownWords} onChange={shownWords => change({ shownWords })} />
      <WordsField label="Hide words" words={filter.hiddenWords} onChange={hiddenWords => change({ hiddenWords })} />
      <footer className="filter-foot">
        {isNaming ? (
          <SaveSet filter={formatFilter(filter)} onDone={() => onNaming(false)} />
        ) : (
          <>
            <Button size="small" look="quiet" blocked={size === 0 && !isFilled} onClick={() => replace({})}>
              Reset
            </Button>
            <span className="spacer" />
            <span className="faint cell nowrap" role="status">
              {left} of {total} match
            </span>
            <Button size="small" blocked={size === 0} onClick={() => onNaming(true)}>
              Save set
            </Button>
            <Button
              size="small"
              look="paper"
              onClick={event => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
            >
              Done
            </Button>
          </>
        )}
      </footer>
    </div>
  )
}

interface WordsFieldProps {
  readonly label: string
  readonly words: readonly string[] | undefined
  readonly onChange: (words: readonly string[]) => void
}

function WordsField({ label, words, onChange }: WordsFieldProps) {
  return (
    <label className="filter-line filter-words">
      <span>{label}</span>
      <span className="input slim">
        <input
          defaultValue={words?.join(', ') ?? ''}
          onChange={event => onChange(parseWords(event.target.value))}
          placeholder="words, separated by commas"
          autoComplete="off"
          spellCheck={false}
        />
      </span>
    </label>
  )
}

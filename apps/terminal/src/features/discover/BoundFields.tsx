import { useState } from 'react'
import { boundExample, formatBound, parseBound, type QuantityName, quantities, type Range } from './filter.ts'

interface BoundFieldsProps {
  readonly name: QuantityName
  readonly range: Range
  readonly onChange: (range: Range) => void
}

/** The two bounds of a quantity. What cannot be read is marked, and bounds nothing. */
export function BoundFields({ name, range, onChange }: BoundFieldsProps) {
  const { label, unit } = quantities[name]
  const set = (end: 'min' | 'max', bound: bigint | undefined) => {
    const { [end]: _, ...other } = range
    onChange(bound === undefined ? other : { ...other, [end]: bound })
  }
  return (
    <div className="filter-line">
      <span aria-hidden="true">
        {label}
        {unit === 'sol' ? <span className="faint"> SOL</span> : null}
      </span>
      <BoundField
        name={name}
        label={`${label} at least`}
        placeholder="min"
        bound={range.min}
        onBound={b => set('min', b)}
      />
      <BoundField
        name={name}
        label={`${label} at most`}
        placeholder={`max, ${boundExample(name)}`}
        bound={range.max}
        onBound={b => set('max', b)}
      />
    </div>
  )
}

interface BoundFieldProps {
  readonly name: QuantityName
  readonly label: string
  readonly placeholder: string
  readonly bound: bigint | undefined
  readonly onBound: (bound: bigint | undefined) => void
}

/** Keeps what is typed as it is typed; what the address says otherwise meanwhile comes first. */
function BoundField({ name, label, placeholder, bound, onBound }: BoundFieldProps) {
  const [typed, setTyped] = useState<string>()
  const said = bound === undefined ? '' : formatBound(name, bound)
  const isBad = typed !== undefined && typed.trim() !== '' && parseBound(name, typed) === undefined
  const isSame = typed !== undefined && (isBad ? bound === undefined : parseBound(name, typed) === bound)
  return (
    <span className={`input slim${isBad ? ' bad' : ''}`}>
      <input
        aria-label={label}
        aria-invalid={isBad || undefined}
        placeholder={placeholder}
        value={isSame ? typed : said}
        onChange={event => {
          setTyped(event.target.value)
          onBound(parseBound(name, event.target.value))
        }}
        autoComplete="off"
        spellCheck={false}
      />
    </span>
  )
}

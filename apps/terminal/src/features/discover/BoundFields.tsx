import { useId, useState } from 'react'
import { formatBound, type QuantityName, quantities, type Range } from './filter.ts'
import { boundExample, boundFault, quantityTexts, readBound } from './filterTexts.ts'

interface BoundFieldsProps {
  readonly name: QuantityName
  readonly range: Range
  readonly onChange: (range: Range) => void
}

type End = 'min' | 'max'

/** The two bounds of a quantity. A fault shows below them; a text that does not parse sets no bound. */
export function BoundFields({ name, range, onChange }: BoundFieldsProps) {
  const { label } = quantityTexts[name]
  const faultId = useId()
  const [typed, setTyped] = useState<{ readonly [E in End]?: string }>({})
  const texts = { min: textOf(name, typed.min, range.min), max: textOf(name, typed.max, range.max) }
  const fault = boundFault(name, texts)
  const set = (end: End, text: string) => {
    setTyped({ ...typed, [end]: text })
    const { [end]: _, ...other } = range
    const bound = readBound(name, text)
    onChange(bound === undefined ? other : { ...other, [end]: bound })
  }
  const field = (end: End, fullLabel: string, placeholder: string) => {
    const isBad = fault !== undefined && texts[end].trim() !== '' && isPartOfFault(name, texts, end)
    return (
      <span className={`input slim${isBad ? ' bad' : ''}`}>
        <input
          aria-label={fullLabel}
          aria-invalid={isBad || undefined}
          aria-describedby={isBad ? faultId : undefined}
          placeholder={placeholder}
          value={texts[end]}
          onChange={event => set(end, event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </span>
    )
  }
  return (
    <div className="filter-line">
      <span aria-hidden="true">
        {label}
        {quantities[name].unit === 'sol' ? <span className="faint"> SOL</span> : null}
      </span>
      {field('min', `${label} at least`, 'min')}
      {field('max', `${label} at most`, `max, ${boundExample(name)}`)}
      {fault === undefined ? null : (
        <p className="hint bad" id={faultId} role="alert">
          <span aria-hidden="true">✕ </span>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Keeps the typed text while it means the bound in the URL; otherwise the URL wins. */
function textOf(name: QuantityName, typed: string | undefined, bound: bigint | undefined): string {
  if (typed !== undefined && readBound(name, typed) === bound) return typed
  return bound === undefined ? '' : formatBound(name, bound)
}

/**
 * If both bounds parse, they contradict each other and both are at fault; otherwise only a bound that does not parse.
 */
function isPartOfFault(name: QuantityName, texts: Readonly<Record<End, string>>, end: End): boolean {
  const other = texts[end === 'min' ? 'max' : 'min']
  const isOtherUnread = other.trim() !== '' && readBound(name, other) === undefined
  return readBound(name, texts[end]) === undefined || !isOtherUnread
}

import type { ReactNode } from 'react'

interface SegmentedProps<Name extends string> {
  readonly label: string
  readonly options: readonly { readonly name: Name; readonly label: ReactNode }[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** A choice of a few visible options: `24h 7d 30d`, `Columns Table`. To switch between panels use `Tabs`. */
export function Segmented<Name extends string>({ label, options, chosen, onChoose }: SegmentedProps<Name>) {
  return (
    <fieldset className="segment" aria-label={label}>
      {options.map(({ name, label }) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

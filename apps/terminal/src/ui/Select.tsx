import { useId } from 'react'
import { Icon } from './Icon.tsx'

interface SelectProps<Name extends string> {
  readonly label: string
  readonly options: readonly { readonly name: Name; readonly label: string }[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly slim?: boolean
}

/** A choice of many options, in the browser's own list. For two to four short options use `Segmented`. */
export function Select<Name extends string>({ label, options, chosen, onChoose, slim = false }: SelectProps<Name>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`input select${slim ? ' slim' : ''}`}>
        <select
          id={id}
          value={chosen}
          onChange={event => {
            const option = options.find(({ name }) => name === event.target.value)
            if (option) onChoose(option.name)
          }}
        >
          {options.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" />
      </div>
    </div>
  )
}

import { type CSSProperties, useId } from 'react'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** The value in words, beside the label and for screen readers: `25%`, `30 min`. */
  readonly text: string
  readonly onChange: (value: number) => void
}

/** A number to set by dragging or arrow keys. For money use a field. */
export function Slider({ label, value, min = 0, max = 100, step = 1, text, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <span className="faint">{text}</span>
      </label>
      <input
        id={id}
        className="slider"
        type="range"
        style={{ '--filled': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={text}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

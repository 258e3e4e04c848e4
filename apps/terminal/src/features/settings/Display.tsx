import { changeSettings, type Settings, useSettings } from '../../data/settings/settings.ts'
import { sound } from '../../data/trade/sound.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Row, Section } from './Section.tsx'

const themes = [
  { name: 'system', label: 'System' },
  { name: 'dark', label: 'Dark' },
  { name: 'light', label: 'Light' },
] as const
const densities = [
  { name: 'comfortable', label: 'Comfortable' },
  { name: 'compact', label: 'Compact' },
] as const
const motions = [
  { name: 'system', label: 'System' },
  { name: 'reduced', label: 'Reduced' },
] as const

const soundChoices = [
  { name: 'off', label: 'Off' },
  { name: 'on', label: 'On' },
] as const

const colourSets: readonly { readonly name: Settings['colours']; readonly label: string; readonly hint: string }[] = [
  { name: 'harbour', label: 'Harbour', hint: 'Cyan up, orange down. Easy for everyone to tell apart.' },
  {
    name: 'high-separation',
    label: 'High separation',
    hint: 'Blue up, orange down. Best for colour-blind eyes.',
  },
  {
    name: 'classic',
    label: 'Classic',
    hint: 'Green up, red down. Hard to tell apart if you are red-green colour-blind.',
  },
  { name: 'red-up', label: 'Red up', hint: 'Red up, green down, as in East Asia.' },
]

/** The look of the terminal, and its sounds. */
export function Display() {
  const { theme, colours, density, motion, sounds } = useSettings()
  return (
    <Section name="display" title="Display">
      <Row label="Theme">
        <Segmented label="Theme" options={themes} chosen={theme} onChoose={theme => changeSettings({ theme })} />
      </Row>
      <fieldset className="colour-sets">
        <legend>Up and down colours</legend>
        {colourSets.map(({ name, label, hint }) => (
          <label key={name} className="check colour-set">
            <input
              type="radio"
              name="colours"
              checked={colours === name}
              onChange={() => changeSettings({ colours: name })}
            />
            <span>
              {label}
              <span className="hint">{hint}</span>
            </span>
            <span className="colour-sample" data-colours={name} aria-hidden="true">
              <span className="up">▲ 4.2%</span>
              <span className="down">▼ 1.8%</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Row label="Density" hint="Row height in tables, tapes and cards.">
        <Segmented
          label="Density"
          options={densities}
          chosen={density}
          onChoose={density => changeSettings({ density })}
        />
      </Row>
      <Row label="Motion" hint="Reduced: no flashing or spinning.">
        <Segmented label="Motion" options={motions} chosen={motion} onChoose={motion => changeSettings({ motion })} />
      </Row>
      <Row label="Sounds" hint="One tone when a trade from this tab confirms, another when it fails.">
        <Segmented
          label="Sounds"
          options={soundChoices}
          chosen={sounds}
          onChoose={sounds => {
            changeSettings({ sounds })
            // Plays a sample; silent if sounds were turned off.
            sound('confirmed')
          }}
        />
      </Row>
    </Section>
  )
}

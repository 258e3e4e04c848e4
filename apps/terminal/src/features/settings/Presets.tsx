import { useId, useState } from 'react'
import { changeSettings, type Preset, settings, useSettings } from '../../data/settings/settings.ts'
import { standardSettings } from '../../data/settings/standardSettings.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PresetFields } from './PresetFields.tsx'
import { Section } from './Section.tsx'

type Index = 0 | 1 | 2
const indices = [0, 1, 2] as const

function changePreset(index: Index, change: Partial<Preset>): void {
  const [one, two, three] = settings.get().presets
  const changed = (preset: Preset, at: Index) => (at === index ? { ...preset, ...change } : preset)
  changeSettings({ presets: [changed(one, 0), changed(two, 1), changed(three, 2)] })
}

/** The three trading presets. */
export function Presets() {
  const { presets, chosenPreset } = useSettings()
  const [shown, setShown] = useState<Index>(chosenPreset)
  const id = useId()
  const tabs = indices.map(index => ({ name: `p${index}`, label: `P${index + 1} ${presets[index].name}` }))
  return (
    <Section
      name="trading"
      title="Trading presets"
      end={
        shown === chosenPreset ? (
          <Chip kind="here">in use</Chip>
        ) : (
          <Button size="small" onClick={() => changeSettings({ chosenPreset: shown })}>
            Use {presets[shown].name}
          </Button>
        )
      }
    >
      <Tabs
        label="Preset"
        tabs={tabs}
        selected={`p${shown}`}
        onSelect={name => setShown(indices.find(index => name === `p${index}`) ?? 0)}
        panel={id}
        look="line"
      />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-p${shown}`} className="preset-fields">
        <PresetFields key={shown} preset={presets[shown]} onChange={change => changePreset(shown, change)} />
        <div className="button-row">
          <Button size="small" onClick={() => changePreset(shown, standardSettings.presets[shown])}>
            Reset this preset
          </Button>
        </div>
      </div>
    </Section>
  )
}

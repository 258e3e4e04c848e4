import { useKey } from '../../data/keys/keyHandlers.ts'
import { changeSettings, useSettings } from '../../data/settings/settings.ts'
import { Button } from '../../ui/Button.tsx'

/** Chooses one of three presets of slippage, fees and amounts. */
export function ExecutionPresets({ onChosen }: { onChosen: () => void }) {
  const { presets, chosenPreset } = useSettings()
  const choose = (index: 0 | 1 | 2) => {
    changeSettings({ chosenPreset: index })
    onChosen()
  }
  useKey('preset1', () => choose(0))
  useKey('preset2', () => choose(1))
  useKey('preset3', () => choose(2))
  return (
    <fieldset className="button-grid" aria-label="Execution preset">
      {([0, 1, 2] as const).map(index => (
        <Button key={index} aria-pressed={index === chosenPreset} onClick={() => choose(index)}>
          <span className="preset-name">
            P{index + 1} {presets[index].name}
          </span>
        </Button>
      ))}
    </fieldset>
  )
}

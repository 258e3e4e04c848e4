import { type ChangeEvent, useRef, useState } from 'react'
import { saveFile } from '../../data/saveFile.ts'
import { changeSettings, type Settings, settings } from '../../data/settings/settings.ts'
import { standardSettings } from '../../data/settings/standardSettings.ts'
import { disarmInstant } from '../../data/trade/instant.ts'
import { errorText } from '../../text/errorText.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Section } from './Section.tsx'
import { changedParts, fileAdvice, formatSettingsFile, parseSettingsFile, settingsFileName } from './settingsFile.ts'

/** The result of the last action. */
type Outcome =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'changed'; readonly text: string; readonly before: Settings }
  | { readonly kind: 'refused'; readonly text: string; readonly advice: string }

/** Exports, imports and resets the settings. Undo restores the replaced settings. */
export function SettingsFile() {
  const [outcome, setOutcome] = useState<Outcome>()
  const picker = useRef<HTMLInputElement>(null)

  function replace(next: Settings, by: string) {
    const before = settings.get()
    const parts = changedParts(before, next)
    // Instant was armed for the previous amounts.
    disarmInstant()
    changeSettings(next)
    if (parts.length === 0) setOutcome({ kind: 'said', text: `${by}: no changes.` })
    else setOutcome({ kind: 'changed', text: `${by}. Changed: ${parts.join(', ')}.`, before })
  }
  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Lets the same file be chosen again after a correction.
    event.target.value = ''
    if (file === undefined) return
    try {
      replace(parseSettingsFile(await file.text(), settings.get()), `Imported ${file.name}`)
    } catch (error) {
      setOutcome({ kind: 'refused', text: errorText(error), advice: fileAdvice(error) })
    }
  }
  function give() {
    const name = settingsFileName(new Date())
    saveFile(name, formatSettingsFile(settings.get()))
    setOutcome({ kind: 'said', text: `Exported as ${name}.` })
  }
  return (
    <Section name="data" title="Settings file">
      <p className="hint">
        All settings as JSON, for another browser or another Tern. No keys, passphrases or addresses; starred tokens are
        included.
      </p>
      <div className="button-row">
        <Button onClick={give}>
          <Icon name="download" />
          Export settings
        </Button>
        <Button onClick={() => picker.current?.click()}>
          <Icon name="upload" />
          Import settings
        </Button>
        <Button look="quiet" onClick={() => replace(standardSettings, 'All settings reset')}>
          Reset all
        </Button>
        <input ref={picker} type="file" accept="application/json,.json" hidden onChange={take} />
      </div>
      <div role="status" className="settings-outcome">
        {outcome === undefined ? null : <Said outcome={outcome} onUndone={setOutcome} />}
      </div>
    </Section>
  )
}

function Said({ outcome, onUndone }: { outcome: Outcome; onUndone: (next: Outcome) => void }) {
  if (outcome.kind === 'refused')
    return (
      <p className="note danger">
        <b>✕ {outcome.text}.</b> {outcome.advice}
      </p>
    )
  if (outcome.kind === 'said') return <p className="note plain">{outcome.text}</p>
  const undo = () => {
    disarmInstant()
    changeSettings(outcome.before)
    onUndone({ kind: 'said', text: 'Undone: your earlier settings are back.' })
  }
  return (
    <p className="note plain settings-said">
      <span>{outcome.text}</span>
      <Button size="small" onClick={undo}>
        Undo
      </Button>
    </p>
  )
}

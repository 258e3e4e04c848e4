import { useState } from 'react'
import { defaultKeys, type KeyAction, type KeyMap, keyActionNames } from '../../data/keys/keyActions.ts'
import { keyConflict } from '../../data/keys/keyStrokes.ts'
import { keyGroups, keyTexts } from '../../data/keys/keyTexts.ts'
import { changeSettings, useSettings } from '../../data/settings/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { keyTextName } from '../../ui/Keys.tsx'
import { KeyField } from './KeyField.tsx'
import { Section } from './Section.tsx'

const allOff = Object.fromEntries(keyActionNames.map(name => [name, ''])) as KeyMap

/** A key that was chosen for one action and belongs to another. */
interface Clash {
  readonly action: KeyAction
  readonly key: string
  readonly other: KeyAction
}

/** Lists the keys of all actions, to change, turn off and reset. A key that is taken can be taken over. */
export function KeyMapping() {
  const { keys } = useSettings()
  const [clash, setClash] = useState<Clash>()
  const setKeys = (next: KeyMap) => {
    setClash(undefined)
    changeSettings({ keys: next })
  }
  const bind = (action: KeyAction, key: string) => {
    const other = keyConflict(keys, action, key)
    if (other === undefined) setKeys({ ...keys, [action]: key })
    else setClash({ action, key, other })
  }
  return (
    <Section
      name="keys"
      title="Keys"
      end={
        <>
          <Button size="small" look="quiet" onClick={() => setKeys(allOff)}>
            Turn all off
          </Button>
          <Button size="small" onClick={() => setKeys(defaultKeys)}>
            Reset keys
          </Button>
        </>
      }
    >
      <p className="hint">
        Click a key, then press the new key, or two in a row. Backspace turns it off; Escape cancels.
      </p>
      <div className="key-groups">
        {keyGroups.map(({ scope, title, actions }) => (
          <section key={scope} aria-labelledby={`map-${scope}`}>
            <h3 id={`map-${scope}`}>{title}</h3>
            {actions.map(name => (
              <div key={name} className="key-row">
                <span id={`does-${name}`}>{keyTexts[name]}</span>
                <KeyField describedBy={`does-${name}`} value={keys[name]} onBind={key => bind(name, key)} />
                {clash?.action === name ? (
                  <ClashNote
                    clash={clash}
                    onTake={() => setKeys({ ...keys, [clash.other]: '', [name]: clash.key })}
                    onLeave={() => setClash(undefined)}
                  />
                ) : null}
              </div>
            ))}
          </section>
        ))}
      </div>
    </Section>
  )
}

interface ClashNoteProps {
  readonly clash: Clash
  readonly onTake: () => void
  readonly onLeave: () => void
}

function ClashNote({ clash: { key, other }, onTake, onLeave }: ClashNoteProps) {
  return (
    <div className="note key-clash">
      <span role="alert">
        <b>! {keyTextName(key)} is taken:</b> {keyTexts[other]}.
      </span>
      <Button size="small" onClick={onTake}>
        Use it here
      </Button>
      <Button size="small" look="quiet" onClick={onLeave}>
        Keep it there
      </Button>
    </div>
  )
}

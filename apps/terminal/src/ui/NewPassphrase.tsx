import { checkPassphrase } from '@tern/custody'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './secrets.css'

/** A passphrase as it is being typed, twice. */
export interface TypedPassphrase {
  readonly first: string
  readonly again: string
}

export const nothingTyped: TypedPassphrase = { first: '', again: '' }

/** Why it may not be used yet; `undefined` when it may. */
export function passphraseFault({ first, again }: TypedPassphrase): string | undefined {
  return checkPassphrase(first).reasons[0]?.text ?? (again === first ? undefined : 'The two are not the same')
}

interface NewPassphraseProps {
  readonly typed: TypedPassphrase
  readonly onType: (typed: TypedPassphrase) => void
  /** Whether what is wrong is said: not before somebody has tried. */
  readonly judged: boolean
  readonly readOnly?: boolean
  readonly label?: string
}

const bars = { weak: 1, fair: 2, strong: 4 } as const
const words = { weak: 'Weak.', fair: 'Fair.', strong: 'Strong.' } as const

/** Asks for a new passphrase twice and says how strong it is. */
export function NewPassphrase({ typed, onType, judged, readOnly = false, label = 'Passphrase' }: NewPassphraseProps) {
  const [isShown, setShown] = useState(false)
  const { reasons } = checkPassphrase(typed.first)
  const matches = typed.first !== '' && typed.again === typed.first
  const common = { type: isShown ? 'text' : 'password', autoComplete: 'new-password', readOnly, spellCheck: false }
  return (
    <>
      <div className="secret-pair">
        <Field
          {...common}
          label={label}
          value={typed.first}
          onChange={event => onType({ ...typed, first: event.target.value })}
          autoFocus
          error={judged ? reasons[0]?.text : undefined}
          end={
            readOnly ? null : (
              <Button
                look="quiet"
                size="small"
                shape="square"
                aria-label="Show passphrase"
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                <Icon name="show" />
              </Button>
            )
          }
        />
        <Field
          {...common}
          label="Again"
          value={typed.again}
          onChange={event => onType({ ...typed, again: event.target.value })}
          error={judged && reasons.length === 0 && !matches ? 'The two are not the same' : undefined}
          end={
            matches ? (
              <span className="ok" aria-hidden="true">
                ✓
              </span>
            ) : null
          }
        />
      </div>
      <Strength passphrase={typed.first} />
    </>
  )
}

function Strength({ passphrase }: { passphrase: string }) {
  const { reasons, strength, bits, advice } = checkPassphrase(passphrase)
  const isJudged = passphrase !== '' && reasons.length === 0
  return (
    <div className="strength-block">
      <div className={`strength ${strength}`} aria-hidden="true">
        {[1, 2, 3, 4].map(bar => (
          <i key={bar} className={isJudged && bar <= bars[strength] ? 'on' : ''} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {isJudged ? (
          <>
            <b className={strength === 'strong' ? 'ok' : 'warn'}>{words[strength]}</b> About {bits} bits.{' '}
            {advice === undefined ? 'Each guess takes a computer most of a second.' : `${advice}.`}
          </>
        ) : (
          'Four or more unrelated words are easy to keep and hard to guess.'
        )}
      </p>
    </div>
  )
}

import { useState } from 'react'
import { saveFile } from '../data/saveFile.ts'
import { Button } from './Button.tsx'
import { Check } from './Check.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './secrets.css'
import { groupsOf, isMistyped, isTyped, type WrittenDown } from './writtenDown.ts'

interface RecoveryCodeProps {
  readonly code: string
  readonly asked: readonly [number, number]
  readonly done: WrittenDown
  readonly onChange: (done: WrittenDown) => void
}

/** The recovery code, once: to write down, and to type two groups of. */
export function RecoveryCode({ code, asked, done, onChange }: RecoveryCodeProps) {
  const groups = groupsOf(code)
  const [first, second] = done.typed
  const tick = (index: 0 | 1) =>
    isTyped(done.typed[index], groups[asked[index]]) ? (
      <span className="ok" aria-hidden="true">
        ✓
      </span>
    ) : null
  const wrong = (index: 0 | 1) =>
    isMistyped(done.typed[index], groups[asked[index]]) ? `This is not group ${asked[index] + 1}` : undefined
  const field = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
  return (
    <>
      <ol className="recovery-code" aria-label="Recovery code" translate="no">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          <li key={index}>
            <span aria-hidden="true">{index + 1}</span>
            {group}
          </li>
        ))}
      </ol>
      <div className="button-row">
        <CopyButton text={code} what="recovery code" />
        <SaveButton code={code} />
      </div>
      <div className="secret-pair">
        <Field
          {...field}
          label={`Type group ${asked[0] + 1} to check`}
          value={first}
          onChange={event => onChange({ ...done, typed: [event.target.value, second] })}
          end={tick(0)}
          error={wrong(0)}
        />
        <Field
          {...field}
          label={`And group ${asked[1] + 1}`}
          value={second}
          onChange={event => onChange({ ...done, typed: [first, event.target.value] })}
          end={tick(1)}
          error={wrong(1)}
        />
      </div>
      <Check kind="checkbox" checked={done.isKept} onChange={isKept => onChange({ ...done, isKept })}>
        I have it on paper or in a password manager
      </Check>
    </>
  )
}

function SaveButton({ code }: { code: string }) {
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    saveFile('tern-recovery-code.txt', `Tern recovery code\n\n${code}\n`, 'text/plain')
    setSaved(true)
  }
  return (
    <Button size="small" onClick={save}>
      <Icon name="download" />
      {isSaved ? 'Saved' : 'Save as file'}
    </Button>
  )
}

import { saveFile } from '@tern/terminal/saveFile'
import { copyButton } from './copyButton.ts'
import { createField, passed } from './field.ts'
import { icon, make, smallButton } from './make.ts'
import './secrets.css'
import { groupsOf, groupsToCheck, isMistyped, isTyped, type WrittenDown, writingLeft } from './writtenDown.ts'

/** A recovery code on screen, with fields to type two of its groups again. */
export interface ShownCode {
  readonly elements: readonly Node[]
  /** Returns the next thing to do before it counts as written down. */
  left(): string | undefined
}

function saveButton(code: string): Node {
  const words = make('span', {}, 'Save as file')
  const save = () => {
    const day = new Date().toISOString().slice(0, 10)
    const how = 'It opens the wallet file from Tern’s Wallets page. Keep the two apart.'
    saveFile(`tern-recovery-code-${day}.txt`, `Tern recovery code, ${day}\n\n${code}\n\n${how}\n`, 'text/plain')
    words.textContent = 'Saved'
  }
  return smallButton(save, icon('download'), words)
}

export function recoveryCode(code: string): ShownCode {
  const asked = groupsToCheck()
  const groups = groupsOf(code)
  const list = make(
    'ol',
    { class: 'recovery-code', 'aria-label': 'Recovery code', translate: 'no' },
    ...groups.map((group, i) => make('li', {}, make('span', { 'aria-hidden': 'true' }, String(i + 1)), group)),
  )
  const fields = asked.map((place, i) => {
    const field = createField({
      label: i === 0 ? `Type group ${place + 1} to check` : `And group ${place + 1}`,
      capitals: true,
      onInput() {
        field.setEnd(isTyped(field.value, groups[place]) ? passed() : undefined)
        field.setError(isMistyped(field.value, groups[place]) ? `This is not group ${place + 1}` : undefined)
      },
    })
    return field
  })
  const kept = make('input', { type: 'checkbox' })
  const typed = (): WrittenDown['typed'] => [fields[0]?.value ?? '', fields[1]?.value ?? '']
  return {
    elements: [
      list,
      make(
        'div',
        { class: 'button-row' },
        copyButton('Copy recovery code', () => code),
        saveButton(code),
      ),
      make('div', { class: 'secret-pair' }, ...fields.map(({ element }) => element)),
      make('label', { class: 'check' }, kept, make('span', {}, 'I have it on paper or in a password manager')),
    ],
    left: () => writingLeft(code, asked, { typed: typed(), isKept: kept.checked }),
  }
}

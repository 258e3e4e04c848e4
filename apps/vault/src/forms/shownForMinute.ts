import { countDown } from './countDown.ts'
import type { FormDialog, Step } from './dialog.ts'
import { make } from './make.ts'

/** Shows a step with a secret for 60 s, or until its owner is done. @returns a function that ends the countdown. */
export function showForMinute(dialog: FormDialog, step: Pick<Step, 'title' | 'body' | 'focus'>): () => void {
  const left = make('p', { class: 'hint', role: 'timer' })
  const done = { outcome: 'done' } as const
  const end = () => dialog.end(done)
  dialog.fill({ ...step, body: [...step.body, left], left: done, cancel: null, action: () => 'Done', submit: end })
  return countDown(60_000, {
    onSecond: seconds => {
      left.textContent = `Cleared in ${seconds} s.`
    },
    over: end,
  })
}

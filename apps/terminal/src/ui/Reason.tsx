import { leadOf } from '../text/leadText.ts'

interface ReasonProps {
  readonly id: string
  readonly reason: string | undefined
}

/** The reason of a blocked button to the letter, as its description. `blockedBy` refers to it. */
export function Reason({ id, reason }: ReasonProps) {
  return reason === undefined ? null : (
    <span id={id} hidden>
      {reason}
    </span>
  )
}

/** The props of a blocked button: its label leads with plain words, and the reason to the letter describes it. */
export function blockedBy(reason: string, ...ids: readonly string[]) {
  return { blocked: true, title: reason, 'aria-describedby': ids.join(' '), children: leadOf(reason) } as const
}

import type { FlightStep } from '../../data/activity/flights.ts'
import { Address } from '../../ui/Address.tsx'

const marks: Readonly<Partial<Record<FlightStep['state'], readonly [look: string, sign: string]>>> = {
  confirmed: ['done', '✓'],
  failed: ['failed', '✕'],
  expired: ['failed', '✕'],
  refused: ['failed', '✕'],
}
const words: Readonly<Record<FlightStep['state'], string>> = {
  waiting: 'not sent',
  sending: 'sending',
  sent: 'waiting to land',
  unknown: 'may still land',
  confirmed: 'confirmed',
  failed: 'failed',
  expired: 'expired',
  refused: 'not sent',
}

/** Lists the steps of a series of transactions. */
export function Steps({ steps }: { steps: readonly FlightStep[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, state, signature, why, tookMs }, i) => {
        const [look, sign] = marks[state] ?? [state === 'waiting' ? '' : 'now', String(i + 1)]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={i}>
            <span className={`step-mark ${look}`} aria-hidden="true">
              {sign}
            </span>
            <div>
              <div className="step-head">
                <b className="strong">{title}</b>
                <span className="spacer" />
                {signature === undefined ? null : <Address value={signature} kind="transaction" of={title} />}
              </div>
              <p className="hint">
                {why ?? words[state]}
                {tookMs === undefined ? null : ` in ${(tookMs / 1000).toFixed(1)} s`}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

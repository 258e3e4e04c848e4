import { useState } from 'react'
import type { Sale } from '../../data/activity/positionBook.ts'
import { useMinute } from '../../data/useMinute.ts'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import {
  type Day,
  daysOf,
  isBefore,
  isIn,
  leadingDays,
  monthAfter,
  monthBefore,
  monthName,
  monthOf,
} from './calendar.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface CalendarProps {
  /** Unset while it loads. */
  readonly sales: readonly Sale[] | undefined
  /** The time of the wallet's first transaction; unset while it loads, or without transactions. */
  readonly firstSeconds: number | undefined
}

/** The realised profit of each day of a month. */
export function Calendar({ sales, firstSeconds }: CalendarProps) {
  const now = new Date((useMinute() - 1) * 1000)
  const current = monthOf(now)
  const [shown, setShown] = useState(current)
  const first = sales?.find(({ timestampSeconds }) => timestampSeconds !== null)?.timestampSeconds
  const earliest = first == null ? current : monthOf(new Date(first * 1000))
  const [before, after] = [monthBefore(shown), monthAfter(shown)]
  const ofMonth = sales?.filter(({ timestampSeconds }) => isIn(shown, timestampSeconds))
  return (
    <section className="card" aria-labelledby="calendar">
      <header>
        <h2 id="calendar">{monthName(shown)}</h2>
        <span className="strong">
          <Sol
            lamports={ofMonth?.reduce((sum, { realised }) => sum + realised, 0n)}
            digits={{ fraction: 5 }}
            sign="shown"
            unit="SOL"
          />
        </span>
        <span className="spacer" />
        <Button
          look="quiet"
          size="small"
          shape="square"
          aria-label={monthName(before)}
          blocked={!isBefore(earliest, shown)}
          onClick={() => setShown(before)}
        >
          ‹
        </Button>
        <Button
          look="quiet"
          size="small"
          shape="square"
          aria-label={monthName(after)}
          blocked={!isBefore(shown, current)}
          onClick={() => setShown(after)}
        >
          ›
        </Button>
      </header>
      <ol className="calendar" aria-label="Realised by day, in SOL">
        {weekdays.map(name => (
          <li key={name} className="calendar-head" aria-hidden="true">
            {name}
          </li>
        ))}
        {daysOf(shown, { sales: sales ?? [], now, firstSeconds }).map((day, i) => (
          <Square key={day.day} day={day} column={i === 0 ? leadingDays(shown) + 1 : undefined} />
        ))}
      </ol>
    </section>
  )
}

function Square({ day: { day, realised, when }, column }: { day: Day; column: number | undefined }) {
  const look = realised === null || realised === 0n ? '' : realised > 0n ? ' gain' : ' loss'
  return (
    <li
      className={`calendar-day ${when}${look}`}
      style={column === undefined ? undefined : { gridColumnStart: column }}
      aria-current={when === 'today' ? 'date' : undefined}
    >
      <span>{day}</span>
      {when === 'future' || when === 'blank' ? null : (
        <b>
          <Sol lamports={realised ?? 0n} digits={{ fraction: fractionOf(realised ?? 0n) }} sign="shown" />
        </b>
      )}
    </li>
  )
}

/** The max decimals that fit into a square. */
function fractionOf(lamports: bigint): number {
  const size = lamports < 0n ? -lamports : lamports
  // The `<` sign takes the room of a digit.
  if (size < 1_000_000n) return 2
  return size < 10_000_000_000n ? 3 : size < 1_000_000_000_000n ? 1 : 0
}

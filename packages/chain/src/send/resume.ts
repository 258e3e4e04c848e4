import type { SignedTransaction } from '@tern/core'
import type { Route } from './broadcast.ts'
import type { Journal, JournalRecord } from './journal.ts'
import { type LandOptions, pursue } from './land.ts'
import { hasFailed, isOver } from './outcome.ts'
import type { Sources, Tracking } from './track.ts'

/** How one record is taken up again. */
export interface ResumeOptions extends Pick<LandOptions, 'faults' | 'signal' | 'onSent' | 'onFailure' | 'onOutcome'> {
  routeOf(transaction: SignedTransaction): Route
}

/**
 * Takes up again what the journal says is not over: sends the same bytes, unless they had failed, and follows them. All is told anew,
 * beginning with *unknown*. `begin` may refuse a record, which somebody else looks after.
 * @throws whatever the journal fails with.
 */
export async function resumeLandings(
  sources: Sources,
  journal: Journal,
  begin: (record: JournalRecord) => ResumeOptions | undefined,
): Promise<readonly Tracking[]> {
  const open = (await journal.list()).filter(({ outcome }) => !isOver(outcome))
  return open.flatMap(record => resume(sources, journal, record, begin) ?? [])
}

function resume(
  sources: Sources,
  journal: Journal,
  record: JournalRecord,
  begin: (record: JournalRecord) => ResumeOptions | undefined,
): Tracking | undefined {
  const options = begin(record)
  if (options === undefined) return undefined
  const { routeOf, ...rest } = options
  const [first, ...others] = record.transactions.map(transaction => ({ transaction, route: routeOf(transaction) }))
  return (
    first &&
    pursue(sources, record.id, [first, ...others], {
      ...rest,
      ...{ mayGoOut: !hasFailed(record.outcome), journal },
      ...(record.known && { known: record.known }),
    })
  )
}

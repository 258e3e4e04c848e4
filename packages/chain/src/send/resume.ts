import type { SignedTransaction } from '@tern/core'
import type { Submission } from './broadcast.ts'
import type { Journal, JournalRecord } from './journal.ts'
import { type LandOptions, pursue, stopSending } from './land.ts'
import { isOver } from './outcome.ts'
import type { Sources, Tracking } from './track.ts'

/** How to resume a record. */
export interface ResumeOptions extends Pick<LandOptions, 'faults' | 'signal' | 'onSent' | 'onFailure' | 'onOutcome'> {
  submissionOf(transaction: SignedTransaction): Submission
}

/**
 * Resumes each record of the journal whose outcome is not final.
 * Follows its transactions and sends the same bytes again, unless they are retired.
 * Every outcome is reported again, from *unknown* on.
 *
 * @param begin returns `undefined` for a record that another process follows, for example a tab.
 * @throws the journal's error.
 * @example
 * await resumeLandings(chain, journal, () => ({ submissionOf: () => ({ providers: [normalProvider(chain)] }) })) // [Tracking, …]
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
  const { submissionOf, ...rest } = options
  if (record.isRetired !== false) stopSending(record.transactions)
  const [first, ...others] = record.transactions.map(transaction => ({
    transaction,
    submission: submissionOf(transaction),
  }))
  return (
    first &&
    pursue(sources, [first, ...others], {
      ...rest,
      id: record.id,
      journal,
      ...(record.known && { known: record.known }),
    })
  )
}

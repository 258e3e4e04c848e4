import type { ConfirmOptions, JournalRecord, Outcome } from '@tern/chain'
import { resumeLandings } from '@tern/chain/internal'
import type { Client } from '../client.ts'
import { failureOf } from './failureOf.ts'
import { type SentNote, untipped } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'
import { submissionAt } from './trade/nonceSubmissions.ts'
import { readFailure } from './trade/readFailure.ts'

/** Called after each change of a record's outcome, until it is final. Also called with *unknown* when the time runs out. */
export type FollowRecord = (now: Settled) => void

/**
 * Resumes the open transactions of the client's journal: sends the same bytes again, and follows each transaction from *unknown* on.
 *
 * @param follow returns the callback for a record, or `undefined` if another process follows the record.
 * @param options `timeoutMs`: time until *unknown* is reported, in milliseconds. Following continues afterwards. Unset: 60 s.
 * @returns how many records were resumed.
 * @throws the journal's error.
 * @example
 * await resumeSent(client, () => ({ status }) => console.log(status)) // 1, and later prints 'confirmed'
 */
export async function resumeSent(
  client: Client,
  follow: (record: JournalRecord) => FollowRecord | undefined,
  { timeoutMs }: Pick<ConfirmOptions, 'timeoutMs'> = {},
): Promise<number> {
  if (client.journal === undefined) return 0
  const followers: ((outcome: Outcome) => void)[] = []
  const landings = await resumeLandings(client.chain, client.journal, record => {
    const report = record.transactions.length === 0 ? undefined : follow(record)
    if (report === undefined) return undefined
    const note = noteIn(record)
    // Report in order, because explaining a failure may need a load.
    let reporting = Promise.resolve()
    const onOutcome = (outcome: Outcome) => {
      reporting = reporting.then(async () => report(await settledBy(note, outcome)))
    }
    followers.push(onOutcome)
    return {
      submissionOf: transaction => submissionAt(client, note, record.transactions.indexOf(transaction)),
      onOutcome,
    }
  })
  for (const [i, landing] of landings.entries())
    void landing.settled(timeoutMs).then(outcome => {
      if (outcome.status === 'unknown' && !landing.signal.aborted) followers[i]?.(outcome)
    })
  return landings.length
}

/** Explains a trade's failure by its venue, as for a trade that was not interrupted. */
async function settledBy({ failureKey }: SentNote, outcome: Outcome): Promise<Settled> {
  if (outcome.status !== 'failed' || failureKey === undefined) return settled(outcome, failureOf(outcome))
  const error = await readFailure(failureKey, outcome.error, outcome.signature)
  return settled(outcome, error)
}

/** A record without a note uses every provider and asks for no protection. */
const noteIn = ({ note }: JournalRecord): SentNote => (note as SentNote | undefined) ?? untipped(undefined)

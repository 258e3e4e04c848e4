import { type ConfirmOptions, type JournalRecord, type Outcome, resumeLandings } from '@tern/chain'
import type { Client } from '../client.ts'
import { type SentNote, untipped, wayOf } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'
import { readFailure } from './trade/readFailure.ts'

/** Told of what becomes of one record: of each change, until nothing can change it; and, when the time is up, that it is *unknown*. */
export type FollowRecord = (now: Settled) => void

/**
 * Takes up what was under way when the client's journal was last written to: sends the same bytes again and follows them, from
 * *unknown* on. `follow` is asked for each record who is told of it, and refuses one that somebody else looks after. `timeoutMs`:
 * after so long what is not known counts as *unknown*; it is followed all the same. Unset: 60 s.
 * @returns how many were taken up. @throws what the journal fails with.
 */
export async function resumeSent(
  client: Client,
  follow: (record: JournalRecord) => FollowRecord | undefined,
  { timeoutMs }: Pick<ConfirmOptions, 'timeoutMs'> = {},
): Promise<number> {
  if (client.journal === undefined) return 0
  const followers: ((outcome: Outcome) => void)[] = []
  const landings = await resumeLandings(client.chain, client.journal, record => {
    const tell = record.transactions.length === 0 ? undefined : follow(record)
    if (tell === undefined) return undefined
    const note = noteIn(record)
    // One after the other, since what a failure means may have to be loaded.
    let told = Promise.resolve()
    const onOutcome = (outcome: Outcome) => {
      told = told.then(async () => tell(await settledBy(note, outcome)))
    }
    followers.push(onOutcome)
    return {
      routeOf: transaction => wayOf(client, note, record.transactions.indexOf(transaction)),
      onOutcome,
    }
  })
  for (const [i, landing] of landings.entries())
    void landing.settled(timeoutMs).then(outcome => {
      if (outcome.status === 'unknown' && !landing.signal.aborted) followers[i]?.(outcome)
    })
  return landings.length
}

/** As of what was not interrupted: a trade's failure as its venue means it. */
async function settledBy({ failureKey }: SentNote, outcome: Outcome): Promise<Settled> {
  if (outcome.status !== 'failed' || failureKey === undefined) return settled(outcome)
  const error = await readFailure(failureKey, outcome.error, outcome.signature)
  return settled(outcome, () => error)
}

/** Of a record without one: by all ways, asking for no protection that nobody knows of. */
const noteIn = ({ note }: JournalRecord): SentNote => (note as SentNote | undefined) ?? untipped(undefined)

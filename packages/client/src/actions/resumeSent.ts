import { type ConfirmOptions, type JournalRecord, resumeLandings } from '@tern/chain'
import type { Client } from '../client.ts'
import { type SentNote, untipped, wayOf } from './sentNote.ts'
import { inNodesWords, type Settled, settled } from './settled.ts'
import { landedError } from './trade/landedError.ts'

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
  const followers: FollowRecord[] = []
  const landings = await resumeLandings(client.chain, client.journal, record => {
    const tell = record.transactions.length === 0 ? undefined : follow(record)
    if (tell === undefined) return undefined
    followers.push(tell)
    const note = noteIn(record)
    return {
      routeOf: transaction => wayOf(client, note, record.transactions.indexOf(transaction)),
      onOutcome: outcome => tell(settled(outcome, errorOf(note))),
    }
  })
  for (const [i, landing] of landings.entries())
    void landing.settled(timeoutMs).then(outcome => {
      if (outcome.status === 'unknown' && !landing.signal.aborted) followers[i]?.(settled(outcome))
    })
  return landings.length
}

/** As of what was not interrupted. */
const errorOf =
  ({ failureKey }: SentNote): typeof inNodesWords =>
  (error, signature) =>
    failureKey === undefined ? inNodesWords(error, signature) : landedError(failureKey, error, signature)

/** Of a record without one: by all ways, asking for no protection that nobody knows of. */
const noteIn = ({ note }: JournalRecord): SentNote => (note as SentNote | undefined) ?? untipped(undefined)

import type { Journal } from '@tern/chain'
import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { planNoteOf } from './notedPlan.ts'
import type { Resumed } from './plan.ts'
import type { PlanTurns } from './planTurns.ts'

/** Ids of the actions that this process executes now. */
const executing = new Set<string>()

/** Tests if this process executes an action now. Between two of its transactions, the journal cannot tell. */
export const isExecuting = (id: string): boolean => executing.has(id)

/**
 * Takes an action, so that neither this process nor another that shares the journal continues it.
 *
 * @returns the function that releases it.
 * @throws TernError `plan/mayStillLand` if it is taken already, `send/notNoted` if the journal cannot hold it.
 */
export async function take({ journal }: Pick<Client, 'journal'>, id: string): Promise<() => void> {
  if (executing.has(id)) throw new TernError('plan/mayStillLand', {})
  executing.add(id)
  try {
    const release = journal?.hold === undefined ? () => undefined : await heldIn(journal, id)
    if (release === undefined) throw new TernError('plan/mayStillLand', {})
    return () => {
      executing.delete(id)
      release()
    }
  } catch (error) {
    executing.delete(id)
    throw error
  }
}

async function heldIn(journal: Journal, id: string) {
  try {
    return await journal.hold?.(id)
  } catch (cause) {
    throw new TernError('send/notNoted', {}, { cause })
  }
}

/**
 * Keeps an action from being continued twice: takes it, so that no other page can. Each turn also checks, before it signs and before it
 * sends, that no older plan of the rest has sent its transaction.
 *
 * @param run executes the guarded turns. Until it ends, this process can neither plan the action again nor continue it.
 * @throws TernError `plan/mayStillLand` if this process or another page executes the action already, `send/notNoted` if the journal
 *   cannot hold it.
 */
export async function guarded<Result>(
  client: Client,
  { turns, resumes }: { readonly turns: PlanTurns['turns']; readonly resumes: Resumed | undefined },
  run: (turns: PlanTurns['turns']) => Promise<Result>,
): Promise<Result> {
  let id = resumes?.id
  let release = id === undefined ? undefined : await take(client, id)
  const guardedTurns = turns.map((turn, at): PlanTurns['turns'][number] => ({
    sign: owner => signOnce(client, { id, at: resumes?.positions[at] ?? at }, () => turn.sign(owner)),
    async follow(signed, following) {
      id = signed.note.plan.id
      // Other pages learn of a new action only from its first record, so it cannot be taken yet.
      release ??= await take(client, id)
      return turn.follow(signed, following)
    },
  }))
  try {
    return await run(guardedTurns)
  } finally {
    release?.()
  }
}

/**
 * Signs the transaction at a position of an action, unless the journal has another transaction there. Checks again after the signature,
 * because the owner may take long to sign.
 *
 * @param position an action without an id is not in the journal yet.
 * @throws TernError `plan/mayStillLand`, `plan/alreadySent` if another transaction at this position may land or has landed.
 */
export async function signOnce<Signed>(
  client: Pick<Client, 'journal'>,
  { id, at }: { readonly id: string | undefined; readonly at: number },
  sign: () => Promise<Signed>,
): Promise<Signed> {
  if (id === undefined) return sign()
  await assertNotContinued(client, id, at)
  const signed = await sign()
  await assertNotContinued(client, id, at)
  return signed
}

/** @throws TernError `plan/mayStillLand`, `plan/alreadySent` if another transaction at this position may land or has landed. */
async function assertNotContinued({ journal }: Pick<Client, 'journal'>, id: string, at: number): Promise<void> {
  for (const { note, outcome } of (await journal?.list()) ?? []) {
    const plan = planNoteOf(note)
    if (plan?.id !== id || plan.at !== at) continue
    if (outcome.status === 'unknown') throw new TernError('plan/mayStillLand', {})
    if (outcome.status === 'confirmed') throw new TernError('plan/alreadySent', {})
  }
}

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
 * Keeps an action from being continued twice. Each turn checks, before it signs and before it sends, that neither another tab nor an
 * older plan of the rest has sent its transaction.
 *
 * @param run executes the guarded turns. Until it ends, this process can neither plan the action again nor continue it.
 * @throws TernError `plan/mayStillLand` if this process executes the action already.
 */
export async function guarded<Result>(
  client: Client,
  { turns }: Pick<PlanTurns, 'turns'>,
  resumes: Resumed | undefined,
  run: (turns: PlanTurns['turns']) => Promise<Result>,
): Promise<Result> {
  let id = resumes?.id
  if (id !== undefined && executing.has(id)) throw new TernError('plan/mayStillLand', {})
  if (id !== undefined) executing.add(id)
  const check = async (at: number) => {
    if (id !== undefined) await assertNotContinued(client, id, resumes?.positions[at] ?? at)
  }
  const guardedTurns = turns.map((turn, at): PlanTurns['turns'][number] => ({
    async sign(owner) {
      await check(at)
      const signed = await turn.sign(owner)
      // The owner may take long to sign.
      await check(at)
      return signed
    },
    follow(signed, following) {
      id = signed.note.plan.id
      executing.add(id)
      return turn.follow(signed, following)
    },
  }))
  try {
    return await run(guardedTurns)
  } finally {
    if (id !== undefined) executing.delete(id)
  }
}

/** @throws TernError `plan/mayStillLand`, `plan/alreadySent` if another transaction at this position may land or has landed. */
async function assertNotContinued({ journal }: Client, id: string, at: number): Promise<void> {
  for (const { note, outcome } of (await journal?.list()) ?? []) {
    const plan = planNoteOf(note)
    if (plan?.id !== id || plan.at !== at) continue
    if (outcome.status === 'unknown') throw new TernError('plan/mayStillLand', {})
    if (outcome.status === 'confirmed') throw new TernError('plan/alreadySent', {})
  }
}

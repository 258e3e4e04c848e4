import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { executeTurn, type TurnOptions } from '../turn.ts'
import type { Receipt } from './follow.ts'
import type { Planned } from './plan.ts'
import { type PlanTurns, type PlanTurnsOptions, planTurns } from './planTurns.ts'

/** How to execute a plan of a single transaction. */
export interface SingleOptions
  extends Pick<TurnOptions<Receipt>, 'onStatus' | 'onLater' | 'onSigned' | 'beforeSending' | 'signal' | 'timeoutMs'>,
    Pick<PlanTurnsOptions, 'about'> {}

/**
 * Executes a plan of a single transaction, like `execute`.
 *
 * @throws TernError the errors of `execute`. Nothing was sent then.
 */
export async function executeSingle(
  client: Client,
  planned: Planned,
  { againOf, about, ...options }: SingleOptions & Pick<PlanTurnsOptions, 'againOf'>,
): Promise<Receipt> {
  const { owner, once, turns } = await planTurns(client, planned, { againOf, about })
  async function run([turn]: PlanTurns['turns']) {
    if (turn === undefined) throw new TernError('transaction/noSigners', {})
    const sign: typeof turn.sign = signer => {
      options.onStatus?.({ status: 'sending' })
      return turn.sign(signer)
    }
    return executeTurn(owner, { ...turn, sign }, { ...options, once })
  }
  return planned.resumes ? planned.resumes.guard(client, turns, run) : run(turns)
}

import type { Outcome } from '@tern/chain'
import { type Owner, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { signable } from '../signable.ts'
import type { Once, Turn } from '../turn.ts'
import { followSigned, type Receipt } from './follow.ts'
import type { Plan, PlanMessage, Planned } from './plan.ts'
import { type SignedMessage, signMessage } from './signMessage.ts'

/** A message's position in its plan, and how many transactions of the action landed before it. */
export interface Position {
  readonly at: number
  readonly landed: number
}

/** How the messages of a plan are checked again. */
export interface Again<Of extends Plan = Plan> {
  /**
   * Reads the chain again before a message is signed. By default, plans again, and refuses to do more than the plan shows.
   *
   * @returns the message to sign.
   * @throws TernError if the shown plan is outdated.
   */
  again(client: Client, plan: Of, position: Position): Promise<PlanMessage>
  /** Makes the error for a plan that was executed before. Unset: `plan/alreadySent`. */
  alreadySent?(plan: Of): TernError
  /** Explains a failure on chain. Unset: `explainFailure` does, by the programs. */
  failureOf?(outcome: Outcome): TernError | undefined
}

/** How to make the turns of a plan. */
export interface PlanTurnsOptions {
  /** Returns how the plan's messages are checked again. */
  againOf(plan: Plan): Again | Promise<Again>
  /** For the journal's records, see `SentNote.about`. */
  readonly about?: unknown
}

/** The turns of a plan: a turn for each message, in order. */
export interface PlanTurns {
  readonly owner: Owner
  readonly once: Once
  readonly turns: readonly Turn<SignedMessage, Receipt>[]
  /** Returns the action's id in the journal. `undefined` until a message is signed. */
  id(): string | undefined
}

/**
 * Makes the turns of a plan. A page that executes a single kind of plan hands in its action, and loads no other.
 *
 * @throws TernError the first reason against it, `owner/missing`, `trade/addressMismatch`.
 */
export async function planTurns(
  client: Client,
  planned: Planned,
  { againOf, about }: PlanTurnsOptions,
): Promise<PlanTurns> {
  const { owner, plan } = signable(client, planned)
  const { kind, request, messages } = plan
  const { resumes } = planned
  const action = await againOf(plan)
  let id = resumes?.id
  const turnOf = (at: number): Turn<SignedMessage, Receipt> => ({
    async sign() {
      const landed = resumes?.positions[at] ?? at
      const checked = await action.again(client, plan, { at, landed })
      const message = (await checked.atSigning?.()) ?? checked
      // A request may be long, so only the first record has it.
      const position = {
        id,
        kind,
        at: landed,
        of: resumes?.of ?? messages.length,
        ...(id === undefined && { request }),
      }
      return signMessage(client, { owner, plan, message, position, failureOf: action.failureOf, about })
    },
    follow(signed, following) {
      id = signed.note.plan.id
      return followSigned(client, signed, following)
    },
  })
  return {
    owner,
    once: { plan, error: action.alreadySent?.(plan) ?? new TernError('plan/alreadySent', {}) },
    turns: messages.map((_, at) => turnOf(at)),
    id: () => id,
  }
}

import type { Signature } from '@solana/kit'
import type { Chain, Outcome } from '@tern/chain'
import { type Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { FollowOptions } from '../followSent.ts'
import { execute } from '../plan/execute.ts'
import type { Planned } from '../plan/plan.ts'
import { type PlanStep, planAgain } from '../plan/sentPlans.ts'
import { type PlannedReclaim, type ReclaimRequest, sumOf } from './planReclaimRent.ts'
import { type ReclaimStep, reclaimsIn } from './sentReclaims.ts'

/** The result of a reclaim. */
export interface ReclaimReceipt {
  /** Status of the last transaction that was begun. After a transaction that is not confirmed, no further transaction is signed. */
  readonly status: Outcome['status']
  readonly steps: readonly ReclaimStep[]
  /** All lamports that returned. If the node does not show a transaction in time, the lamports that its accounts held count. */
  readonly returned: bigint
  readonly networkFee: bigint
}

/** How to follow a reclaim. */
export interface ReclaimOptions extends Pick<FollowOptions<ReclaimReceipt>, 'signal' | 'timeoutMs' | 'onLater'> {
  /** Called after each change until the receipt. */
  readonly onSteps?: (steps: readonly ReclaimStep[]) => void
  /** Written into the journal's records as `SentNote.about`, so that a later reader recognises the action. */
  readonly about?: unknown
}

/**
 * Closes the empty accounts of a plan, by transactions in turn. Reads each account again before it signs.
 *
 * @throws TernError the first reason against the plan, `rent/accountChanged`, `trade/noBlockhash`, `trade/addressMismatch`,
 *   `wallet/*`, `rpc/*`. Nothing was sent then. Later errors are part of their step.
 * @example
 * (await reclaimRent(client, await planReclaimRent(client))).returned // 4_078_560n lamports
 */
export async function reclaimRent(
  client: Client,
  planned: PlannedReclaim,
  options: ReclaimOptions = {},
): Promise<ReclaimReceipt> {
  return carryOut(client, planned, partsOf(planned), options)
}

/**
 * Continues a stopped reclaim of the client's journal. Skips the transactions that landed and signs the others again, in order.
 *
 * @param id see `reclaimsIn`.
 * @throws TernError the errors of `planAgain` and of `reclaimRent`. Nothing was sent then.
 * @throws the journal's error.
 * @example
 * (await resumeReclaim(client, id)).status // 'confirmed'
 */
export async function resumeReclaim(client: Client, id: string, options: ReclaimOptions = {}): Promise<ReclaimReceipt> {
  const sent = reclaimsIn((await client.journal?.list()) ?? []).find(one => one.id === id)
  if (sent === undefined) throw new TernError('plan/nothingToResume', {})
  const planned = (await planAgain(client, id)) as Planned<ReclaimRequest>
  return carryOut(client, planned, sent.steps, { about: sent.about, ...options })
}

const partsOf = ({ plan }: Planned<ReclaimRequest>): readonly ReclaimStep[] =>
  (plan?.request.parts ?? []).map(accounts => ({ accounts, status: 'waiting' }))

/**
 * Executes a plan, and reads the returned lamports.
 *
 * @param before all steps of the action. A step that the plan lacks was done earlier and is not made again.
 */
async function carryOut(
  client: Client,
  planned: Planned<ReclaimRequest>,
  before: readonly ReclaimStep[],
  { onSteps, onLater, ...options }: ReclaimOptions,
): Promise<ReclaimReceipt> {
  const positions = planned.resumes?.positions ?? [...before.keys()]
  const reading = new Map<number, Promise<void>>()
  const returned = new Map<number, Returned>()
  let isReceived = false
  let now: readonly PlanStep[] = []
  const steps = () =>
    before.map(({ accounts, ...earlier }, at): ReclaimStep => {
      const step = positions.includes(at) ? now[positions.indexOf(at)] : earlier
      const { error, ...known } = step ?? earlier
      const isExpected = error !== undefined && known.status !== 'sending' && known.status !== 'sent'
      return { accounts, ...known, ...(isExpected && { error }), ...returned.get(at) }
    })
  const report = () => (isReceived ? onLater?.(receiptOf(steps())) : onSteps?.(steps()))

  function change(changed: readonly PlanStep[]): void {
    now = changed
    for (const [i, { status, signature }] of changed.entries())
      if (status === 'confirmed' && signature !== undefined) read(positions[i] ?? i, signature)
  }

  /** Reads a step once. */
  function read(at: number, signature: string): void {
    const { plan } = planned
    if (plan === undefined || reading.has(at)) return
    const found = readReturned(client.chain, plan.owner, signature).then(amounts => {
      returned.set(at, amounts)
      report()
    })
    reading.set(at, found)
  }

  const executed = await execute(client, planned, {
    ...options,
    onSteps(changed) {
      change(changed)
      report()
    },
    ...(onLater && {
      onLater(changed) {
        change(changed)
        report()
      },
    }),
  })
  change(executed.steps)
  await Promise.all(reading.values())
  isReceived = true
  return receiptOf(steps())
}

type Returned = Pick<ReclaimStep, 'returned' | 'networkFee'>

/** A node may confirm a transaction shortly before it can show it. */
const patienceMs = 3000
const pauseMs = 200

/** Reads the lamports that returned to the wallet, without the fee's effect. Returns an empty object if the node does not show these in time. */
async function readReturned({ rpc }: Chain, owner: Address, signature: string): Promise<Returned> {
  const abortSignal = AbortSignal.timeout(patienceMs)
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  while (!abortSignal.aborted) {
    try {
      const found = await rpc.getTransaction(signature as Signature, config).send({ abortSignal })
      const at = found?.transaction.message.accountKeys.indexOf(owner) ?? -1
      const [before, after] = [found?.meta?.preBalances[at], found?.meta?.postBalances[at]]
      if (found?.meta && before !== undefined && after !== undefined)
        return { returned: after - before + found.meta.fee, networkFee: found.meta.fee }
    } catch {
      // The transaction is confirmed, whether or not its amounts can be shown.
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  return {}
}

function receiptOf(steps: readonly ReclaimStep[]): ReclaimReceipt {
  const last = steps.findLast(({ status }) => status !== 'waiting')
  const status = last?.status ?? 'failed'
  const confirmed = steps.filter(step => step.status === 'confirmed')
  return {
    // A receipt holds outcomes only: a reclaim without an outcome counts as failed.
    status: status === 'waiting' || status === 'sending' || status === 'sent' ? 'failed' : status,
    steps,
    returned: confirmed.reduce((sum, { returned, accounts }) => sum + (returned ?? sumOf(accounts)), 0n),
    networkFee: steps.reduce((sum, { networkFee = 0n }) => sum + networkFee, 0n),
  }
}

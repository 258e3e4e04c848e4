import type { Signature } from '@solana/kit'
import {
  type Chain,
  closeAccountInstruction,
  compileMessage,
  computeBudgetInstructions,
  type ExecutionStep,
  executeTransactions,
  type Outcome,
} from '@tern/chain'
import { type Address, type Message, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { FollowOptions } from '../followSent.ts'
import { submissionOf, untipped } from '../sentNote.ts'
import { settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { networkFeeOf, withTerms } from '../terms.ts'
import { type EmptyAccount, type PlannedReclaim, type ReclaimPlan, readEmpty, sumOf } from './planReclaimRent.ts'
import { type ReclaimNote, type ReclaimStep, reclaimsIn } from './sentReclaims.ts'

/** What became of a reclaim: of its last transaction that was begun. The chain of transactions stops at one that is not confirmed. */
export interface ReclaimReceipt {
  readonly status: Outcome['status']
  readonly steps: readonly ReclaimStep[]
  /** What came back altogether, in lamports, as far as the node showed it. */
  readonly returned: bigint
  readonly networkFee: bigint
}

/** How closing empty accounts is followed. */
export interface ReclaimOptions extends Pick<FollowOptions<ReclaimReceipt>, 'signal' | 'timeoutMs' | 'onLater'> {
  /** After each change until the receipt. */
  readonly onSteps?: (steps: readonly ReclaimStep[]) => void
  /** For the journal's records, as `SentNote.about`: what their reader needs to tell what this was. */
  readonly about?: unknown
}

/** Compiles the message that closes one part of a plan. */
function reclaimMessage(
  { owner, budget }: ReclaimPlan,
  part: readonly EmptyAccount[],
  lifetime: Parameters<typeof compileMessage>[0]['lifetime'],
): Message {
  const closes = part.map(({ address, program }) => closeAccountInstruction(address, owner, program))
  const instructions = [...computeBudgetInstructions(budget), ...closes]
  const shown = part.map(({ address }) => address)
  const message = { ...compileMessage({ feePayer: owner, lifetime, instructions }), closes: shown }
  return withTerms(message, { closes: shown, lamports: { networkFee: networkFeeOf(budget) } })
}

/**
 * Closes the empty accounts of a plan, one transaction after the other. Reads each account again before signing.
 *
 * @throws TernError the first reason against it, `rent/accountChanged`, `trade/noBlockhash`, `trade/addressMismatch`,
 *   `wallet/*`, `rpc/*`. Nothing was sent then. Later errors are part of their step.
 * @example
 * (await reclaimRent(client, await planReclaimRent(client))).returned // 4_078_560n lamports
 */
export async function reclaimRent(
  client: Client,
  planned: PlannedReclaim,
  options: ReclaimOptions = {},
): Promise<ReclaimReceipt> {
  const { plan } = signable(client, planned)
  return execute(client, plan, [], options)
}

/** Reclaims that this process continues. Each runs once at a time. */
const resuming = new Set<string>()

/**
 * Continues a stopped reclaim of the client's journal. Skips the transactions that landed and signs the others again, in order.
 *
 * @param id see `reclaimsIn`.
 * @throws TernError `rent/nothingToResume`.
 * @throws TernError `rent/mayStillLand` if a transaction may still land: `resumeSent` must settle it first.
 * @throws TernError the errors of `reclaimRent`. Nothing was sent then.
 * @throws the journal's error.
 * @example
 * (await resumeReclaim(client, id)).status // 'confirmed'
 */
export async function resumeReclaim(client: Client, id: string, options: ReclaimOptions = {}): Promise<ReclaimReceipt> {
  if (resuming.has(id)) throw new TernError('rent/mayStillLand', {})
  resuming.add(id)
  try {
    const sent = reclaimsIn((await client.journal?.list()) ?? []).find(one => one.id === id)
    if (sent === undefined || sent.stand === 'done') throw new TernError('rent/nothingToResume', {})
    if (sent.stand === 'underway') throw new TernError('rent/mayStillLand', {})
    const { plan } = signable(client, { plan: sent.plan, reasons: [] })
    return await execute(client, plan, sent.steps, { about: sent.about, ...options }, id)
  } finally {
    resuming.delete(id)
  }
}

/** `before`: the steps of an earlier execution; those of them that are confirmed are not made again. */
async function execute(
  client: Client,
  plan: ReclaimPlan,
  before: readonly ReclaimStep[],
  { onSteps, onLater, about, ...options }: ReclaimOptions,
  id?: string,
): Promise<ReclaimReceipt> {
  const open = [...plan.parts.keys()].filter(at => before[at]?.status !== 'confirmed')
  const signed: SignedTransaction[] = []
  const reading = new Map<number, Promise<void>>()
  const returned = new Map<number, Returned>()
  let name = id
  let made: readonly ExecutionStep[] = []
  let isReceived = false
  const steps = () => {
    const now = new Map(open.map((at, turn) => [at, stepOf(plan.parts[at] ?? [], made[turn], returned.get(turn))]))
    return plan.parts.map((accounts, at) => now.get(at) ?? before[at] ?? stepOf(accounts, undefined))
  }
  const tell = () => (isReceived ? onLater?.(receiptOf(steps())) : onSteps?.(steps()))

  /** Once for each whose outcome is known. */
  function read(turn: number, outcome: Outcome) {
    const transaction = signed[turn]
    if (outcome.status === 'unknown' || reading.has(turn) || transaction === undefined) return
    const found = afterwards(client, transaction, outcome).then(amounts => {
      returned.set(turn, amounts)
      tell()
    })
    reading.set(turn, found)
  }

  const note = untipped(about)
  const turns = open.map(at => async () => {
    const transaction = await sign(client, plan, plan.parts[at] ?? [])
    signed.push(transaction)
    return transaction
  })
  made = await executeTransactions(client.chain, turns, submissionOf(client, note), {
    ...options,
    ...(onLater && { until: 'final' }),
    ...(client.journal && { journal: client.journal }),
    noteOf(turn, { signature }): ReclaimNote {
      const isFirst = name === undefined
      name ??= signature
      return { ...note, reclaim: { id: name, at: open[turn] ?? 0, ...(isFirst && { plan }) } }
    },
    onSteps(now) {
      made = now
      for (const [turn, { outcome }] of now.entries()) if (outcome !== undefined) read(turn, outcome)
      tell()
    },
  })
  await Promise.all(reading.values())
  isReceived = true
  const [first] = made
  if (first?.signature === undefined && first?.error !== undefined) throw first.error
  return receiptOf(steps())
}

function stepOf(accounts: readonly EmptyAccount[], made: ExecutionStep | undefined, returned?: Returned): ReclaimStep {
  const { status = 'waiting', signature, outcome, error } = made ?? {}
  const known = { accounts, ...(signature === undefined ? {} : { signature }), ...returned }
  if (outcome !== undefined) return { ...known, ...settled(outcome) }
  if (status === 'error') return { ...known, status: 'failed', ...(error === undefined ? {} : { error }) }
  return { ...known, status: status === 'success' ? 'confirmed' : status }
}

/** Reads the accounts again, and signs only if they are as they were shown. */
async function sign({ chain, owner }: Client, plan: ReclaimPlan, part: readonly EmptyAccount[]) {
  if (owner === undefined) throw new TernError('owner/missing', {})
  const addresses = part.map(({ address }) => address)
  const [read, lifetime] = await Promise.all([chain.readAccounts(addresses, { maxAgeMs: 0 }), chain.readBlockhash()])
  for (const { address, lamports } of part) {
    const now = readEmpty(address, read.get(address), plan.owner)
    if (now?.lamports !== lamports || now.why !== undefined) throw new TernError('rent/accountChanged', { address })
  }
  const [transaction] = await owner.signTransactions([reclaimMessage(plan, part, lifetime)])
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  return transaction
}

type Returned = Pick<ReclaimStep, 'returned' | 'networkFee'>

/** What was read before is no basis for what comes next. @returns what came back, where it landed. */
async function afterwards(
  { chain }: Client,
  { signature, message }: SignedTransaction,
  outcome: Outcome,
): Promise<Returned> {
  chain.forget([message.feePayer, ...(message.closes ?? [])], 'slot' in outcome ? outcome.slot : undefined)
  return outcome.status === 'confirmed' ? readReturned(chain, message.feePayer, signature) : {}
}

/** A node may confirm a transaction shortly before it can show it. */
const patienceMs = 3000
const pauseMs = 200

/** What came to the wallet, the fee put back; nothing when the node does not show it in time. */
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
    // A receipt is made of what was settled.
    status: status === 'waiting' || status === 'sending' || status === 'sent' ? 'failed' : status,
    steps,
    returned: confirmed.reduce((sum, { returned, accounts }) => sum + (returned ?? sumOf(accounts)), 0n),
    networkFee: steps.reduce((sum, { networkFee = 0n }) => sum + networkFee, 0n),
  }
}

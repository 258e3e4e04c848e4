import type { Signature } from '@solana/kit'
import {
  type Chain,
  closeAccountInstruction,
  compileMessage,
  computeBudgetInstructions,
  type Outcome,
} from '@tern/chain'
import { type Address, type Message, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import { type FollowOptions, followSent } from '../followSent.ts'
import { submissionOf, untipped } from '../sentNote.ts'
import { type Settled, settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { networkFeeOf, withTerms } from '../terms.ts'
import type { Turn } from '../turn.ts'
import { executeTurns, type TurnState } from '../turns.ts'
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
  return withTerms(compileMessage({ feePayer: owner, lifetime, instructions }), {
    closes: shown,
    lamports: { networkFee: networkFeeOf(budget) },
  })
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

/**
 * Executes a plan's parts, one after the other.
 *
 * @param before the steps of an earlier execution. Those that are confirmed are not made again.
 */
async function execute(
  client: Client,
  plan: ReclaimPlan,
  before: readonly ReclaimStep[],
  { onSteps, onLater, about, ...options }: ReclaimOptions,
  id?: string,
): Promise<ReclaimReceipt> {
  const { owner } = signable(client, { plan, reasons: [] })
  const reading = new Map<number, Promise<void>>()
  const returned = new Map<number, Returned>()
  let name = id
  let states: readonly TurnState<SettledReclaim>[] = []
  let isReceived = false
  const done = (at: number) => before[at]?.status === 'confirmed'
  const steps = () =>
    plan.parts.map((accounts, at) => {
      const earlier = done(at) ? before[at] : undefined
      return earlier ?? stepOf(accounts, states[at], returned.get(at))
    })
  const tell = () => (isReceived ? onLater?.(receiptOf(steps())) : onSteps?.(steps()))

  /** Once for each whose outcome is known. */
  function read(at: number, transaction: SignedTransaction, outcome: Outcome) {
    if (outcome.status === 'unknown' || reading.has(at)) return
    const found = afterwards(client, transaction, outcome).then(amounts => {
      returned.set(at, amounts)
      tell()
    })
    reading.set(at, found)
  }

  const turnOf = (part: readonly EmptyAccount[], at: number): Turn<SentReclaimPart, SettledReclaim> => ({
    sign: async () => ({ transaction: await sign(client, plan, part) }),
    follow({ transaction }, follow) {
      const { signature } = transaction
      const isFirst = name === undefined
      name ??= signature
      const note: ReclaimNote = { ...untipped(about), reclaim: { id: name, at, ...(isFirst && { plan }) } }
      const receiptOf = async (outcome: Outcome) => {
        read(at, transaction, outcome)
        return { signature, ...settled(outcome, failureOf(outcome)) }
      }
      const variants = [{ transaction, submission: submissionOf(client, note) }] as const
      return followSent(client, variants, note, receiptOf, follow)
    },
  })
  states = await executeTurns(
    owner,
    plan.parts.map((part, at) => [turnOf(part, at)]),
    {
      ...options,
      done,
      ...(onLater && { onLater: () => undefined }),
      onStates(now) {
        states = now
        tell()
      },
    },
  )
  await Promise.all(reading.values())
  isReceived = true
  const first = states.find(({ isDone }) => !isDone)
  if (first?.transaction === undefined && first?.error !== undefined) throw first.error
  return receiptOf(steps())
}

interface SentReclaimPart {
  readonly transaction: SignedTransaction
}

type SettledReclaim = Settled & { readonly signature: string }

function stepOf(
  accounts: readonly EmptyAccount[],
  { status, transaction, receipt, error }: TurnState<SettledReclaim> = { status: 'waiting' },
  returned?: Returned,
): ReclaimStep {
  const signature = transaction?.signature
  const known = { accounts, ...(signature === undefined ? {} : { signature }), ...returned }
  if (receipt !== undefined) return { ...known, ...receipt }
  return { ...known, status, ...(status === 'failed' && error !== undefined && { error }) }
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
  chain.forget([message.feePayer, ...(message.terms?.closes ?? [])], 'slot' in outcome ? outcome.slot : undefined)
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

import type { Signature } from '@solana/kit'
import {
  type Chain,
  closeAccountInstruction,
  compileMessage,
  computeBudgetInstructions,
  type ExecutionStep,
  executeTransactions,
  type Outcome,
  type Route,
  sendTransaction,
} from '@tern/chain'
import type { Address, Message, SignedTransaction } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Client } from '../../client.ts'
import { settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { type EmptyAccount, type PlannedReclaim, type ReclaimPlan, readEmpty, sumOf } from './planReclaimRent.ts'

/** One transaction of a reclaim. */
export interface ReclaimStep {
  readonly accounts: readonly EmptyAccount[]
  /** `waiting`: not begun. The others as a trade's. */
  readonly status: 'waiting' | 'sending' | 'sent' | Outcome['status']
  readonly signature?: string
  readonly slot?: bigint
  /** What came back and what it cost, in lamports, once the node shows it. */
  readonly returned?: bigint
  readonly networkFee?: bigint
  /** Why it failed or was not sent. */
  readonly error?: TernError
  /** With *unknown*: how many more blocks it may land in. */
  readonly blocksLeft?: bigint
  /** With *expired*: how many independent sources proved it; 1: there was one only. */
  readonly sources?: number
}

/** What became of a reclaim: of its last transaction that was begun. The chain of transactions stops at one that is not confirmed. */
export interface ReclaimReceipt {
  readonly status: Outcome['status']
  readonly steps: readonly ReclaimStep[]
  /** What came back altogether, in lamports, as far as the node showed it. */
  readonly returned: bigint
  readonly networkFee: bigint
  /** With *unknown*: what may still land. */
  readonly pending?: SignedTransaction
}

/** How closing empty accounts is followed. */
export interface ReclaimOptions {
  /** After each change. */
  readonly onSteps?: (steps: readonly ReclaimStep[]) => void
  /** Stops following; what was sent cannot be called back. */
  readonly signal?: AbortSignal
  /** Of each transaction. Unset: 60 s. */
  readonly timeoutMs?: number
}

/** The bytes that close one part of a plan. */
function reclaimMessage(
  { owner, budget }: ReclaimPlan,
  part: readonly EmptyAccount[],
  lifetime: Parameters<typeof compileMessage>[0]['lifetime'],
): Message {
  const closes = part.map(({ address, program }) => closeAccountInstruction(address, owner, program))
  const instructions = [...computeBudgetInstructions(budget), ...closes]
  return { ...compileMessage({ feePayer: owner, lifetime, instructions }), closes: part.map(({ address }) => address) }
}

/**
 * Closes the empty accounts of a plan, one transaction after the other, each looked at anew before it is signed.
 * @throws TernError the first reason against it, `rent/accountChanged`, `trade/noBlockhash`, `trade/addressMismatch`,
 *   `wallet/*`, `rpc/*`: nothing was sent then. Later it is the step's error.
 */
export async function reclaimRent(
  client: Client,
  planned: PlannedReclaim,
  { onSteps, ...options }: ReclaimOptions = {},
): Promise<ReclaimReceipt> {
  const { plan } = signable(client, planned)
  const signed: SignedTransaction[] = []
  const returned = new Map<number, Returned>()
  const reading: Promise<void>[] = []
  let made: readonly ExecutionStep[] = []
  const steps = () => plan.parts.map((accounts, at) => stepOf(accounts, made[at], returned.get(at)))
  const read = async (transaction: SignedTransaction, outcome: Outcome, at: number) => {
    returned.set(at, await afterwards(client, transaction, outcome))
    onSteps?.(steps())
  }
  const turns = plan.parts.map(part => async () => {
    const transaction = await sign(client, plan, part)
    signed.push(transaction)
    return transaction
  })
  made = await executeTransactions(client.chain, turns, routeOf(client), {
    ...options,
    onSteps(now) {
      for (const [at, { outcome }] of now.entries()) {
        const transaction = signed[at]
        if (outcome !== undefined && made[at]?.outcome === undefined && transaction !== undefined)
          reading.push(read(transaction, outcome, at))
      }
      made = now
      onSteps?.(steps())
    },
  })
  await Promise.all(reading)
  const [first] = made
  if (first?.signature === undefined && first?.error !== undefined) throw first.error
  const pending = made.findIndex(({ outcome }) => outcome?.status === 'unknown')
  return receiptOf(steps(), signed[pending])
}

function stepOf(accounts: readonly EmptyAccount[], made: ExecutionStep | undefined, returned?: Returned): ReclaimStep {
  const { status = 'waiting', signature, outcome, error } = made ?? {}
  const known = { accounts, ...(signature === undefined ? {} : { signature }), ...returned }
  if (outcome !== undefined) return { ...known, ...settled(outcome) }
  if (status === 'error') return { ...known, status: 'failed', ...(error === undefined ? {} : { error }) }
  return { ...known, status: status === 'success' ? 'confirmed' : status }
}

/** Goes on watching what was *unknown*. What was not begun then is not begun now: plan anew. */
export async function followReclaim(
  client: Client,
  receipt: ReclaimReceipt,
  options: Omit<ReclaimOptions, 'onSteps'> = {},
): Promise<ReclaimReceipt> {
  const { pending, steps } = receipt
  if (pending === undefined) return receipt
  const outcome = await sendTransaction(client.chain, pending, routeOf(client), options)
  const known = { ...settled(outcome), ...(await afterwards(client, pending, outcome)) }
  const isPending = ({ signature }: ReclaimStep) => signature === pending.signature
  const after = steps.map(({ blocksLeft: _, ...step }) => (isPending(step) ? { ...step, ...known } : step))
  return receiptOf(after, ...(outcome.status === 'unknown' ? [pending] : []))
}

/** Looks at the accounts anew, so that what was shown is what is signed. */
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

const routeOf = ({ providers, relayer }: Client): Route => ({
  providers,
  ...(relayer === undefined ? {} : { relayer }),
})

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

function receiptOf(steps: readonly ReclaimStep[], pending?: SignedTransaction): ReclaimReceipt {
  const last = steps.findLast(({ status }) => status !== 'waiting')
  const status = last?.status ?? 'failed'
  const confirmed = steps.filter(step => step.status === 'confirmed')
  return {
    // A receipt is made of what was settled.
    status: status === 'waiting' || status === 'sending' || status === 'sent' ? 'failed' : status,
    steps,
    returned: confirmed.reduce((sum, { returned, accounts }) => sum + (returned ?? sumOf(accounts)), 0n),
    networkFee: steps.reduce((sum, { networkFee = 0n }) => sum + networkFee, 0n),
    ...(pending === undefined ? {} : { pending }),
  }
}

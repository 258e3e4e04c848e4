import type { Address, Lifetime, Message, SignedTransaction } from '@tern/core'
import type { Submission } from '../../src/send/broadcast.ts'
import type { Journal, JournalRecord } from '../../src/send/journal.ts'
import { land, type Variant } from '../../src/send/land.ts'
import { isOver, type Outcome } from '../../src/send/outcome.ts'
import type { Provider } from '../../src/send/provider.ts'
import { resumeLandings } from '../../src/send/resume.ts'
import type { Sources } from '../../src/send/track.ts'
import { clusterTransaction, connectSources, createFakeProviders } from './cluster.ts'
import type { FaultPlan } from './faultPlan.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createSession, type Session } from './pageLife.ts'
import { createTimeline } from './timeline.ts'

/** The engine's parts, for a mutation to change. */
export interface Setting {
  readonly sources: Sources
  readonly journal: Journal
  readonly providers: readonly Provider[]
  readonly faults: number
  /** The outcome at which the engine stops. */
  readonly isEnough?: (outcome: Outcome) => boolean
  /** Changes how the engine sees a transaction. */
  readonly seenAs?: (transaction: SignedTransaction) => SignedTransaction
  /** Signs another transaction with the same meaning. */
  readonly resign: (transaction: SignedTransaction) => SignedTransaction
}

export type Mutation = (setting: Setting) => Setting

const same = <T>(value: T): T => value

/** An outcome that the engine reported. */
export interface Report {
  readonly atMs: number
  readonly life: number
  readonly id: string
  readonly outcome: Outcome
}

/** A submission of a transaction's bytes. */
export interface Sent {
  readonly atMs: number
  readonly signature: string
  /** `true` if the journal held the transaction before. */
  readonly isNoted: boolean
  /** `true` if the engine had already reported the intent as failed or expired, in any life of the page. */
  readonly wasGivenUp: boolean
}

/** A finished run. */
export interface Run {
  readonly plan: FaultPlan
  readonly ledger: Ledger
  readonly reports: readonly Report[]
  /** Every signed transaction, by intent. */
  readonly signed: ReadonlyMap<string, readonly SignedTransaction[]>
  readonly sent: readonly Sent[]
  readonly noted: ReadonlyMap<string, JournalRecord>
  /** Errors of `land`. */
  readonly refusals: readonly unknown[]
  /** Submission events: `sent`, or the error if every provider refused. */
  readonly sendings: readonly string[]
  /** The outcome of each intent when `settled` returned. */
  readonly settled: readonly Report[]
  /** Number of requests to each node, and of subscriptions to each socket. */
  readonly requests: readonly number[]
  readonly subscriptions: readonly number[]
}

const wallet = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' as Address
const nonceAccount = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Address
const journalMs = 5
/** Enough time for every event after the healing. */
const patienceMs = 1_000_000
const chunkMs = 5000

/** Plays a wish under `plan`, from the click until nothing more can happen. After a failure or expiry, the user tries again. */
export async function runPlan(plan: FaultPlan, mutate: Mutation = same): Promise<Run> {
  const timeline = createTimeline()
  const ledger = createLedger(plan, timeline)
  const reports: Report[] = []
  const signed = new Map<string, readonly SignedTransaction[]>()
  const names = new Map<string, SignedTransaction>()
  const sent: Sent[] = []
  const noted = new Map<string, JournalRecord>()
  const refusals: unknown[] = []
  const sendings: string[] = []
  const settled: Report[] = []
  const followed: AbortController[] = []
  const requests = plan.nodes.map(() => 0)
  const subscriptions = plan.nodes.map(() => 0)
  let lives = 0

  const nameOf = ({ bytes }: SignedTransaction) => new TextDecoder().decode(bytes)
  const recordOf = (name: string) =>
    [...noted.values()].find(record => record.transactions.some(transaction => nameOf(transaction) === name))
  const providersFor = createFakeProviders(plan, timeline, {
    onBytes: transaction => {
      const signature = nameOf(transaction)
      const isOwn = ({ id, outcome: { status } }: Report) =>
        (status === 'failed' || status === 'expired') && signed.get(id)?.some(one => one.signature === signature)
      const isNoted = recordOf(signature) !== undefined
      sent.push({ atMs: timeline.now(), signature, isNoted, wasGivenUp: reports.some(isOwn) })
    },
    receive: transaction =>
      ledger.receive(clusterTransaction(nameOf(transaction), names.get(nameOf(transaction)) ?? transaction)),
  })

  function lifetimeNow(): Lifetime {
    const { life } = plan
    const { offset = 0 } = life
    if (life.kind === 'nonce')
      return { kind: 'nonce', nonce: ledger.nonceAt(ledger.tip), nonceAccount, slot: BigInt(ledger.tip + offset) }
    const { blockhash, lastValid } = ledger.blockhashWith(life.blocks)
    return { kind: 'blockhash', blockhash, lastValidBlockHeight: BigInt(lastValid + offset) }
  }

  function sign(signature: string, lifetime: Lifetime): SignedTransaction {
    const bytes = new TextEncoder().encode(signature)
    const message: Message = { bytes, feePayer: wallet, signers: [wallet], lifetime }
    const transaction = { bytes, signature, message }
    names.set(signature, transaction)
    return transaction
  }

  function signIntent(id: string): readonly SignedTransaction[] {
    const lifetime = lifetimeNow()
    const count = plan.life.kind === 'nonce' ? plan.life.variants : 1
    const transactions = Array.from({ length: count }, (_, i) => sign(`${id} ${i}`, lifetime))
    signed.set(id, transactions)
    return transactions
  }

  function journalFor(session: Session): Journal {
    const write = (change: () => void) =>
      session.act(async () => {
        await timeline.pause(journalMs / 2)
        // A page that dies here may have written it, and does not know.
        change()
        await timeline.pause(journalMs / 2)
      })
    const full = () => new DOMException('full', 'QuotaExceededError')
    const isFull = () => plan.journalFull?.some(({ atMs, forMs }) => isWithin(timeline.now(), atMs, forMs))
    return {
      append: record =>
        write(() => {
          if (plan.journal === 'refuses' || noted.has(record.id)) throw full()
          // A reloaded page gets copies, without the earlier object identities.
          noted.set(record.id, structuredClone(record))
        }),
      update: (id, change) =>
        write(() => {
          if (plan.journal === 'refuses' || isFull()) throw full()
          const record = noted.get(id)
          if (record !== undefined) noted.set(id, { ...record, ...change })
        }),
      // The list comes after every earlier write, as in a database.
      list: () => session.act(() => timeline.pause(journalMs).then(() => structuredClone([...noted.values()]))),
    }
  }

  /** Checks if the user tries again, also after a failure that a fork may still undo. */
  const mayTryAgain = ({ status }: Outcome) => status === 'failed' || status === 'expired'

  function open() {
    const life = lives++
    const crash = plan.crashes[life]
    const session = createSession(
      () => timeline.at(timeline.now() + (crash?.downMs ?? 0), open),
      crash !== undefined && 'step' in crash.at ? crash.at.step : undefined,
    )
    if (crash !== undefined && 'ms' in crash.at) timeline.at(crash.at.ms, () => session.die(), 'quiet')
    const {
      sources,
      journal,
      providers,
      faults,
      isEnough,
      seenAs = same,
    } = mutate({
      sources: counted(connectSources(plan, { ledger, timeline, session }), requests, subscriptions),
      journal: journalFor(session),
      providers: providersFor(session),
      faults: plan.faults,
      resign: ({ message }) => sign(`again ${names.size}`, message.lifetime),
    })
    const submissionOf = (transaction: SignedTransaction): Submission => ({
      // Each variant has a provider of its own. The last variant has all the remaining providers.
      providers: providers.filter((_, i) => {
        const all = signed.get(transaction.signature.slice(0, -2)) ?? [transaction]
        return Math.min(i, all.length - 1) === all.findIndex(({ signature }) => signature === transaction.signature)
      }),
    })
    function options(id: string) {
      const own = new AbortController()
      followed.push(own)
      return {
        faults,
        signal: own.signal,
        onSent: () => void sendings.push('sent'),
        onFailure: (error: Error) => void sendings.push(error.message),
        onOutcome(outcome: Outcome) {
          reports.push({ atMs: timeline.now(), life, id, outcome })
          if (isEnough?.(outcome)) own.abort()
          if (mayTryAgain(outcome) && !signed.has('second')) void begin('second')
        },
      }
    }
    async function begin(id: string) {
      const [first, ...others] = signIntent(id).map(
        (transaction): Variant => ({ transaction: seenAs(transaction), submission: submissionOf(transaction) }),
      )
      if (first === undefined) return
      try {
        const landing = await land(sources, [first, ...others], {
          ...options(id),
          journal,
          id,
          timestamp: wallClock(lives),
        })
        const outcome = await landing.settled()
        settled.push({ atMs: timeline.now(), life, id, outcome })
      } catch (error) {
        refusals.push(error)
      }
    }
    if (!signed.has('first')) void begin('first')
    else void resumeLandings(sources, journal, ({ id }) => ({ ...options(id), submissionOf }))
  }

  /** Checks if the last report of every intent is final, and nothing has begun since. */
  const isSettled = () =>
    timeline.now() - (reports.at(-1)?.atMs ?? 0) > chunkMs &&
    [...noted.keys()].every(id => {
      const last = reports.findLast(report => report.id === id)
      return last !== undefined && isOver(last.outcome)
    })

  timeline.at(0, open)
  // A dead page reports nothing.
  const downMs = plan.crashes.reduce((sum, crash) => sum + crash.downMs, 0)
  const lastMs = lastTroubleMs(plan) + downMs + patienceMs
  while (timeline.now() < lastMs) {
    await timeline.runUntil(timeline.now() + chunkMs)
    if (refusals.length > 0 || (timeline.now() >= plan.healedAtMs && isSettled())) break
  }
  // Let other work run.
  await new Promise(resolve => setImmediate(resolve))
  for (const one of followed) one.abort()
  // Sent transactions may still arrive and expose a false *expired*.
  await timeline.runUntil(timeline.now() + afterwardsMs)
  return { plan, ledger, reports, signed, sent, noted, refusals, sendings, settled, requests, subscriptions }
}

const isWithin = (nowMs: number, atMs: number, forMs: number) => nowMs >= atMs && nowMs < atMs + forMs

const afterwardsMs = 120_000

/** Time at which the last scheduled fault has begun and all nodes and providers work. */
const lastTroubleMs = ({ healedAtMs, crashes, halts, forks, journalFull = [] }: FaultPlan) =>
  Math.max(
    healedAtMs,
    ...journalFull.map(({ atMs, forMs }) => atMs + forMs),
    ...crashes.flatMap(({ at }) => ('ms' in at ? [at.ms] : [])),
    ...halts.map(({ atMs, forMs }) => atMs + forMs),
    ...forks.map(({ atMs }) => atMs),
  )

/** A wall clock that jumps at every start, forwards and back. No decision depends on it. */
const wallClock = (life: number) => 1_700_000_000_000 + (life % 2 === 0 ? -1 : 1) * 3_600_000

/** Wraps the sources to count requests and subscriptions. */
function counted(sources: Sources, requests: number[], subscriptions: number[]): Sources {
  const counting = <T extends object>(all: readonly T[], counts: number[]) =>
    all.map(
      (one, i) =>
        new Proxy(one, {
          get(target, name) {
            counts[i] = (counts[i] ?? 0) + 1
            return Reflect.get(target, name)
          },
        }),
    )
  return {
    ...sources,
    nodes: counting(sources.nodes, requests),
    sockets: counting(sources.sockets, subscriptions),
  }
}

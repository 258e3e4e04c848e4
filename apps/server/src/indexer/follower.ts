import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import type { Address } from '@tern/core'
import * as v from 'valibot'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import type { MarketStore } from './marketStore.ts'
import { readTransaction, type Transaction, type TransactionReader, withTimeout } from './transaction.ts'

/** Max signatures in an answer. */
const signaturesPerPage = 1_000
/** Transactions of a history that are stored together. */
const partSize = 250
/** Interval of the check for transactions that the subscription missed, in milliseconds. */
const reconcileMs = 60_000
const pauseMs = { first: 500, longest: 30_000 }
/** Max reported transactions that wait. Further reports are dropped, and the next catch-up finds them. */
const maxWaiting = 1_000
/**
 * Age limit in slots. If a node lists a younger transaction without having it yet, it will have it soon. An older transaction
 * is gone for good.
 */
const youngSlots = 300n

/** Log line of a node that left out the rest of the log. */
const cutShort = 'Log truncated'

interface History {
  readonly chain: Pick<Chain, 'rpc' | 'sockets'>
  readonly store: Pick<MarketStore, 'readKnown' | 'readFollowed' | 'setFollowed'>
  /** Address that the transactions mention: a pool or a program. */
  readonly address: Address
  /** Max transactions to read back, the first time and after a gap. */
  readonly maxBack: number
  /** Transactions to read in parallel. */
  readonly reads: number
  readonly transactions: TransactionReader
  readonly signal: AbortSignal
  /** Stores landed transactions, in the chain's order. */
  take(transactions: readonly Transaction[]): Promise<void>
}

interface Following extends History {
  /** Signatures with all of their events stored, since the last complete catch-up. */
  readonly taken: Set<string>
  /** Time of a slot's block, in seconds since 1970. `undefined`: the node does not know it. */
  readonly blockTime: (slot: number) => Promise<number | undefined>
  /** Limits reads of whole transactions. Past the limit, a report is stored from its log alone, without the payer. */
  readonly details: ClientRateLimit
}

interface Reported {
  readonly signature: Signature
  readonly slot: number
  readonly logs: readonly string[]
}

const logsNotification = v.object({
  context: v.object({ slot: v.bigint() }),
  value: v.object({ signature: v.string(), err: v.null(), logs: v.nullable(v.array(v.string())) }),
})

/** Reads a node's report of a transaction. Returns `undefined` for a failed transaction or a malformed report. */
function readReported(notification: unknown): Reported | undefined {
  const { success, output } = v.safeParse(logsNotification, notification)
  if (!success) return undefined
  const { context, value } = output
  return { signature: value.signature as Signature, slot: Number(context.slot), logs: value.logs ?? [] }
}

/**
 * Stores the transactions that mention an address, as the node reports them, until `signal` aborts.
 * Catches up from the last complete signature whenever the subscription restarts, after a failure, and once a minute.
 * Resolves when everything is stored.
 */
export async function followAddress(given: Omit<Following, 'taken'>): Promise<void> {
  const following: Following = { ...given, taken: new Set() }
  const { chain, address, signal } = following
  let last: Promise<void> = Promise.resolve()
  let waiting: Reported[] = []
  let isBehind = false
  // Run one task at a time: the store allows a single writer, and older transactions go in first.
  const enqueue = (task: () => Promise<void>) => {
    last = last.then(() => (signal.aborted ? undefined : task())).catch(fallBehind)
  }
  let retryMs = pauseMs.first
  /**
   * Catches up. Reports that arrive meanwhile are stored after it, because a node may list a transaction later than it
   * reports it.
   */
  const fallBehind = () => {
    if (isBehind) return
    isBehind = true
    enqueue(async () => {
      isBehind = false
      try {
        await catchUp(following)
        await takeReported()
        retryMs = pauseMs.first
      } catch {
        isBehind = true
        // A transaction that cannot be read must not block the others.
        await takeReported().catch(() => {})
        const waitMs = retryMs
        retryMs = Math.min(retryMs * 2, pauseMs.longest)
        void pause(waitMs, signal).then(() => {
          isBehind = false
          fallBehind()
        })
      }
    })
  }
  /** Stores the waiting reports together. If that fails, they wait for the next catch-up. */
  const takeReported = async () => {
    const reported = waiting
    waiting = []
    try {
      if (!(await takeLive(following, reported))) fallBehind()
    } catch (error) {
      waiting.unshift(...reported)
      throw error
    }
  }
  fallBehind()
  const reconcile = setInterval(fallBehind, reconcileMs)
  let wait = pauseMs.first
  for (let attempt = 0; !signal.aborted; attempt++) {
    const began = performance.now()
    const socket = chain.sockets[attempt % chain.sockets.length]
    if (socket === undefined) break
    try {
      await socket.subscribe('logs', [{ mentions: [address] }, { commitment: 'confirmed' }], {
        signal,
        onLive: fallBehind,
        onValue(notification) {
          const reported = readReported(notification)
          if (reported === undefined) return
          if (waiting.length >= maxWaiting) return fallBehind()
          if (waiting.length === 0) enqueue(takeReported)
          waiting.push(reported)
        },
      })
    } catch {
      // The catch-up at the next subscription finds the missed transactions.
    }
    if (performance.now() - began > pauseMs.longest) wait = pauseMs.first
    await pause(wait, signal)
    wait = Math.min(wait * 2, pauseMs.longest)
  }
  clearInterval(reconcile)
  await last
}

/** Stores the past transactions of an address that the node has, newest first. */
export async function readHistory(history: History): Promise<void> {
  await takeBack(history, await readSignatures(history, undefined), new Set())
}

/**
 * Stores reported transactions. @returns `false` if some could not be stored: the log was cut short, or the time of the
 * block is not known yet.
 */
async function takeLive(following: Following, reported: readonly Reported[]): Promise<boolean> {
  const { transactions, details, signal, taken, blockTime } = following
  const whole: string[] = []
  const read = await mapInTurn(reported, following.reads, async ({ signature, slot, logs }) => {
    const isAllowed = details.take('live', 1) === 0
    const asked = { signature, isFinal: false }
    const found = isAllowed ? await readTransaction(transactions, asked, signal).catch(() => undefined) : undefined
    if (found !== undefined && found !== 'unreadable') {
      whole.push(signature)
      return found
    }
    // With a cut log, some swaps would be missing for ever: later reads skip a transaction with trades in the store.
    if (logs.includes(cutShort)) return undefined
    const timestampSeconds = await blockTime(slot).catch(() => undefined)
    return timestampSeconds === undefined ? undefined : { ...asked, slot, timestampSeconds, owner: null, logs }
  })
  const dated = read.filter(transaction => transaction !== undefined)
  if (dated.length > 0) await following.take(dated)
  for (const signature of whole) taken.add(signature)
  return dated.length === reported.length
}

async function catchUp(following: Following) {
  const { store, address } = following
  const until = (await store.readFollowed(address)) as Signature | undefined
  const found = await readSignatures(following, until)
  const [newest] = found
  if (newest === undefined) return
  const isComplete = await takeBack(following, found, following.taken)
  if (!isComplete) return
  await store.setFollowed(address, newest.signature, Number(newest.slot))
  for (const { signature } of found) following.taken.delete(signature)
}

type Found = Awaited<ReturnType<typeof readSignatures>>

/** Reads signatures, newest first, down to `until`. */
async function readSignatures({ chain, address, maxBack, signal }: History, until: Signature | undefined) {
  const read = (limit: number, before: Signature | undefined) =>
    chain.rpc
      .getSignaturesForAddress(address, {
        commitment: 'confirmed',
        limit,
        ...(until !== undefined && { until }),
        ...(before !== undefined && { before }),
      })
      .send({ abortSignal: withTimeout(signal) })
  const found = [...(await read(Math.min(signaturesPerPage, maxBack), undefined))]
  for (let size = found.length; size === signaturesPerPage && found.length < maxBack; ) {
    const page = await read(Math.min(signaturesPerPage, maxBack - found.length), found.at(-1)?.signature)
    size = page.length
    found.push(...page)
  }
  return found
}

/**
 * Stores transactions, the newest part first, each part in the chain's order.
 *
 * @param taken signatures to leave out. Newly stored signatures are added to it.
 * @returns `false` if the node does not have all of them yet.
 * @throws the error of the first failed read, after all readable transactions are stored.
 */
async function takeBack(history: History, found: Found, taken: Set<string>): Promise<boolean> {
  const { store, address, signal, take } = history
  const newestSlot = found[0]?.slot ?? 0n
  const failed: Failed[] = []
  let isComplete = true
  for (const part of partsOf(found)) {
    if (signal.aborted) return false
    const known = await store.readKnown(
      address,
      part.map(({ signature }) => signature),
    )
    const isWanted = ({ err, signature }: Found[number]) =>
      err === null && !known.has(signature) && !taken.has(signature)
    const wanted = part.filter(isWanted).toReversed()
    const answers = await mapInTurn(wanted, history.reads, one => readOne(history, one))
    const failures = answers.filter(isFailed)
    if (wanted.length > 0 && failures.length === wanted.length) throw failures[0]?.failure
    failed.push(...failures)
    const isAwaited = (answer: Answer, i: number) =>
      answer === undefined && newestSlot - (wanted[i]?.slot ?? 0n) < youngSlots
    if (answers.some(isAwaited)) isComplete = false
    const read = answers.filter(isTransaction)
    await take(read)
    for (const { signature } of read) taken.add(signature)
  }
  if (failed.length > 0) throw failed[0]?.failure
  return isComplete
}

interface Failed {
  readonly failure: unknown
}
/** `undefined`: the node does not have it. */
type Answer = Transaction | Failed | 'unreadable' | undefined

const isFailed = (answer: Answer): answer is Failed => typeof answer === 'object' && 'failure' in answer
const isTransaction = (answer: Answer): answer is Transaction => typeof answer === 'object' && 'signature' in answer

const readOne = (
  { transactions, signal }: History,
  { signature, confirmationStatus }: Found[number],
): Promise<Answer> =>
  readTransaction(transactions, { signature, isFinal: confirmationStatus === 'finalized' }, signal).catch(
    (failure: unknown) => ({ failure }),
  )

/** Splits into parts that never end within a slot: within a slot, trades are ordered as they were stored. */
export function* partsOf<One extends { readonly slot: bigint }>(found: readonly One[]): Generator<readonly One[]> {
  let begin = 0
  for (const [i, { slot }] of found.entries()) {
    const isSlotWhole = found[i + 1]?.slot !== slot
    if (!isSlotWhole || (i + 1 - begin < partSize && i + 1 < found.length)) continue
    yield found.slice(begin, i + 1)
    begin = i + 1
  }
}

/** Maps items with at most `atOnce` reads in parallel. Rejects with the first error. */
export async function mapInTurn<In, Out>(
  items: readonly In[],
  atOnce: number,
  read: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await read(items[i] as In)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return results
}

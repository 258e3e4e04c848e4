import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import * as v from 'valibot'
import type { RateLimit } from '../http/rateLimit.ts'
import type { MarketStore } from './marketStore.ts'
import { pause } from './pause.ts'
import { readTransaction, type Transaction, type TransactionReader, withTimeout } from './transaction.ts'

/** Signatures in one answer. */
const signaturesPerPage = 1_000
/** Transactions of a history that are taken in together. */
const partSize = 250
/** What the subscription missed is looked for this often. */
const reconcileMs = 60_000
const pauseMs = { first: 500, longest: 30_000 }
/** Reported transactions that wait to be taken in; past it they are left to be found again. */
const mostWaiting = 1_000
/** A node that lists a transaction and does not have it yet gets it soon; an older one it has no more. */
const youngSlots = 300n

/** The line of a node where it left out the rest of a log. */
const cutShort = 'Log truncated'

interface History {
  readonly chain: Pick<Chain, 'rpc' | 'sockets'>
  readonly store: Pick<MarketStore, 'readKnown' | 'readFollowed' | 'setFollowed'>
  /** A pool, or a program: what the transactions name. */
  readonly address: Address
  /** How many transactions are read back at most, the first time and after a gap. */
  readonly mostBack: number
  /** How many are read at once. */
  readonly reads: number
  readonly transactions: TransactionReader
  readonly signal: AbortSignal
  /** Takes in what landed, in the chain's order. */
  take(transactions: readonly Transaction[]): Promise<void>
}

interface Following extends History {
  /** Signatures that were taken in whole and are not behind the last complete catching-up yet. */
  readonly taken: Set<string>
  /** When the block of a slot was made, in seconds since 1970; `undefined`: the node does not know. */
  readonly blockTime: (slot: number) => Promise<number | undefined>
  /** Reads of whole transactions; past it what is reported goes by its log alone, without its payer's name. */
  readonly details: RateLimit
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

/** What a node told of a transaction; `undefined` of one that failed, and of nonsense. */
function readReported(told: unknown): Reported | undefined {
  const { success, output } = v.safeParse(logsNotification, told)
  if (!success) return undefined
  const { context, value } = output
  return { signature: value.signature as Signature, slot: Number(context.slot), logs: value.logs ?? [] }
}

/**
 * Takes in the transactions that name an address until `signal` aborts, as the node reports them.
 * It catches up from the last signature that is known to be complete whenever the subscription begins again, after a failure,
 * and once a minute. Ends when all is written.
 */
export async function followAddress(given: Omit<Following, 'taken'>): Promise<void> {
  const following: Following = { ...given, taken: new Set() }
  const { chain, address, signal } = following
  let last: Promise<void> = Promise.resolve()
  let waiting: Reported[] = []
  let isBehind = false
  // One after the other: the store has one writer, and what is older goes in first.
  const enqueue = (task: () => Promise<void>) => {
    last = last.then(() => (signal.aborted ? undefined : task())).catch(fallBehind)
  }
  let retryMs = pauseMs.first
  /** Reports that arrive meanwhile are taken in after it, because a node may list a transaction later than it reports it. */
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
        // One transaction that cannot be read holds up no other.
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
  /** Reports that arrive while others are taken in are taken in together. If that fails, they wait for the next catching-up. */
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
        onValue(told) {
          const reported = readReported(told)
          if (reported === undefined) return
          if (waiting.length >= mostWaiting) return fallBehind()
          if (waiting.length === 0) enqueue(takeReported)
          waiting.push(reported)
        },
      })
    } catch {
      // What is missed until the subscription stands again is found then.
    }
    if (performance.now() - began > pauseMs.longest) wait = pauseMs.first
    await pause(wait, signal)
    wait = Math.min(wait * 2, pauseMs.longest)
  }
  clearInterval(reconcile)
  await last
}

/** Takes in what the node has of an address, the newest first. */
export async function readHistory(history: History): Promise<void> {
  await takeBack(history, await readSignatures(history, undefined), new Set())
}

/** @returns whether all were taken in. The others have a log that was cut short, or the time of their block is not known yet. */
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
    // Swaps that the log left out would never be looked for: the pool would have trades of this transaction already.
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

/** Newest first, down to `until`. */
async function readSignatures({ chain, address, mostBack, signal }: History, until: Signature | undefined) {
  const read = (limit: number, before: Signature | undefined) =>
    chain.rpc
      .getSignaturesForAddress(address, {
        commitment: 'confirmed',
        limit,
        ...(until !== undefined && { until }),
        ...(before !== undefined && { before }),
      })
      .send({ abortSignal: withTimeout(signal) })
  const found = [...(await read(Math.min(signaturesPerPage, mostBack), undefined))]
  for (let size = found.length; size === signaturesPerPage && found.length < mostBack; ) {
    const page = await read(Math.min(signaturesPerPage, mostBack - found.length), found.at(-1)?.signature)
    size = page.length
    found.push(...page)
  }
  return found
}

/**
 * Takes in the newest part first, each part in the chain's order.
 *
 * @param taken signatures that are left out, and to which those taken in are added.
 * @returns whether the node had all of them.
 * @throws the error of the first read that failed, after the transactions that could be read are taken in.
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

/** In parts that never end within a slot: the order within it is the order they are taken in. */
export function* partsOf<One extends { readonly slot: bigint }>(found: readonly One[]): Generator<readonly One[]> {
  let begin = 0
  for (const [i, { slot }] of found.entries()) {
    const isSlotWhole = found[i + 1]?.slot !== slot
    if (!isSlotWhole || (i + 1 - begin < partSize && i + 1 < found.length)) continue
    yield found.slice(begin, i + 1)
    begin = i + 1
  }
}

/** `map`, so many at once; ends with the first error. */
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

import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { RateLimit } from '../http/rateLimit.ts'
import type { Trade } from './candle.ts'
import { decodeTrades, type TradedTransaction } from './decodeTrades.ts'
import type { MarketStore } from './marketStore.ts'

/** How far back a pool is read when it is followed for the first time, and at most after a gap. */
const firstSignatures = 100
const mostSignatures = 1_000
/** What the subscription missed is looked for this often. */
const reconcileMs = 60_000
const pauseMs = { first: 500, longest: 30_000 }
/** Reported trades that wait to be taken in; past it they are left to be found again. */
const mostWaiting = 500
/** A node that lists a transaction and does not have it yet gets it soon; an older one it has no more. */
const youngSlots = 300n
/** A read that hangs holds up what waits behind it for so long. */
const readTimeoutMs = 10_000

interface Following {
  readonly chain: Chain
  readonly store: MarketStore
  readonly pool: Address
  /** Reads of whole transactions; past it a live trade goes without its trader's name. */
  readonly details: RateLimit
  readonly signal: AbortSignal
  onTrades(trades: readonly Trade[]): void
}

/**
 * Takes in the trades of a pool until `signal` aborts: as the node reports them, and, whenever the subscription begins
 * again, whenever a trade could not be taken in, and once a minute, everything since the last signature that is known to be
 * complete. Ends when all is written.
 */
export async function followPool(following: Following): Promise<void> {
  const { chain, pool, signal } = following
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  let isBehind = false
  // One after the other: the store has one writer, and what is older goes in first.
  const enqueue = (task: () => Promise<void>) => {
    waiting++
    last = last
      .then(() => (signal.aborted ? undefined : task()))
      .catch(fallBehind)
      .finally(() => waiting--)
  }
  /** What is reported from here on need not be kept: it will be found. */
  const fallBehind = () => {
    if (isBehind) return
    isBehind = true
    enqueue(async () => {
      for (let wait = pauseMs.first; !signal.aborted; wait = Math.min(wait * 2, pauseMs.longest)) {
        isBehind = false
        try {
          return await catchUp(following)
        } catch {
          isBehind = true
          await pause(wait, signal)
        }
      }
    })
  }
  fallBehind()
  const reconcile = setInterval(fallBehind, reconcileMs)
  let wait = pauseMs.first
  while (!signal.aborted) {
    const began = performance.now()
    try {
      const notifications = await chain.subscriptions
        .logsNotifications({ mentions: [pool] }, { commitment: 'confirmed' })
        .subscribe({ abortSignal: signal })
      fallBehind()
      for await (const { context, value } of notifications) {
        const { signature, err, logs } = value
        if (err !== null || isBehind) continue
        if (waiting >= mostWaiting) fallBehind()
        else enqueue(() => takeLive(following, signature, Number(context.slot), logs ?? []))
      }
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

async function takeLive(following: Following, signature: Signature, slot: number, logs: readonly string[]) {
  const { details, store, pool } = following
  const isAllowed = details.take('live', 1) === 0
  const whole = isAllowed ? await readTransaction(following, signature).catch(() => undefined) : undefined
  const timestampSeconds = Math.floor(Date.now() / 1000)
  following.onTrades(
    await store.record(await decodeTrades(whole ?? { signature, slot, timestampSeconds, owner: null, logs }, pool)),
  )
}

async function catchUp(following: Following) {
  const { chain, store, pool, signal } = following
  const until = (await store.readFollowed(pool)) as Signature | undefined
  const found = await chain.rpc
    .getSignaturesForAddress(pool, {
      commitment: 'confirmed',
      limit: until === undefined ? firstSignatures : mostSignatures,
      ...(until !== undefined && { until }),
    })
    .send({ abortSignal: AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]) })
  const [newest] = found
  if (newest === undefined) return
  const known = await store.readKnown(found.map(({ signature }) => signature))
  let isComplete = true
  for (const { signature, err, slot } of found.toReversed()) {
    if (signal.aborted) return
    if (err !== null || known.has(signature)) continue
    const transaction = await readTransaction(following, signature)
    if (transaction !== undefined) following.onTrades(await store.record(await decodeTrades(transaction, pool)))
    else if (newest.slot - slot < youngSlots) isComplete = false
  }
  if (isComplete) await store.setFollowed(pool, newest.signature, Number(newest.slot))
  await store.prune(pool)
}

async function readTransaction(
  { chain, signal }: Following,
  signature: Signature,
): Promise<TradedTransaction | undefined> {
  const found = await chain.rpc
    .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send({ abortSignal: AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]) })
  if (found === null || found.meta === null) return undefined
  return {
    signature,
    slot: Number(found.slot),
    timestampSeconds: Number(found.blockTime ?? Math.floor(Date.now() / 1000)),
    owner: found.transaction.message.accountKeys[0] ?? null,
    logs: found.meta.logMessages ?? [],
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

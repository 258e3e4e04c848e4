import type { Chain } from '@tern/chain'
import { type Address, TernError } from '@tern/core'
import type { ActivityPage, ActivityRow } from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { type ClientRateLimit, createClientRateLimit } from '../http/clientRateLimit.ts'
import { createSeats } from '../http/seats.ts'
import { mapInTurn, partsOf } from '../indexer/follower.ts'
import { createTransactionReader, type TransactionReader, withTimeout } from '../indexer/transaction.ts'
import { activityOf } from './activityOf.ts'
import { type ActivityStore, createActivityStore, type Known } from './activityStore.ts'
import type { TakerOf } from './tipIn.ts'

/** Max signatures in a node's answer. */
const signaturesPerPage = 1_000
/** Max time that a client waits for the chain, in milliseconds. */
const patienceMs = 2_500
/**
 * Age limit in slots. A node that lists a younger transaction will return it soon. An older transaction that it cannot return is gone
 * for good.
 */
const youngSlots = 300n

/**
 * Limits for reading the chain: high for the practice chain in this process, low for a cluster's nodes.
 * `budget`: transactions that are read for a single client, because a client may ask for any wallet.
 */
const asked = {
  practice: { maxBack: 5_000, reads: 16, budget: { burst: 50_000, perSecond: 500 } },
  cluster: { maxBack: 1_000, reads: 4, budget: { burst: 10_000, perSecond: 30 } },
}
/** Cost of reading a wallet's signatures, in transactions of the budget. */
const lookCost = 2
/** Max wallets that are read at once. */
const atOnce = { ofClient: 4, ofNetworks: [6, 8], altogether: 16 } as const

/** A page of a wallet's rows. */
interface AskedPage {
  readonly owner: string
  readonly limit: number
  readonly before?: string | undefined
}

export interface Activity {
  readonly activity: {
    /** Reads rows, newest first, from below the signature `before`. The reads of the chain count for `client`. */
    list(client: string, asked: AskedPage): Promise<ActivityPage>
  }
  /** Resolves when everything is written. */
  stop(): Promise<void>
}

interface Options {
  /** Receives Tern's fee. Unset: there is no fee. */
  readonly feeWallet?: Address
  /** Names the provider that takes tips at an account. Unset: `tipTaker`. */
  readonly takerOf?: TakerOf
  readonly maxBack?: number
  readonly store?: ActivityStore
  readonly budget?: ClientRateLimit
  /** Unset: its own reader without reports. */
  readonly transactions?: TransactionReader
  /** Seconds since 1970. */
  readonly now?: () => number
}

/**
 * Opens the history of wallets that clients ask for.
 * Final transactions are read once and kept. Newer ones are compared with the chain at each request, so a transaction
 * that a fork undid is deleted.
 */
export function openActivity(
  chain: Pick<Chain, 'rpc'>,
  database: Database,
  { kind, ...options }: Options & { readonly kind: keyof typeof asked },
): Activity {
  const { reads } = asked[kind]
  const { maxBack = asked[kind].maxBack, now = () => Math.floor(Date.now() / 1000) } = options
  const { budget = createClientRateLimit(asked[kind].budget), transactions = createTransactionReader(chain) } = options
  const seats = createSeats(atOnce)
  const store = options.store ?? createActivityStore(database)
  const shown = options.store ?? createActivityStore({ ...database, query: database.queryInTime })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()

  /** Reads signatures, newest first, down to the last final signature. */
  async function readSignatures(owner: Address, { finalSignature }: Known) {
    const found: Signatures[number][] = []
    for (;;) {
      const before = found.at(-1)?.signature
      const limit = Math.min(signaturesPerPage, maxBack - found.length)
      const page: Signatures = await chain.rpc
        .getSignaturesForAddress(owner, {
          commitment: 'confirmed',
          limit,
          ...(finalSignature !== null && { until: finalSignature as Signatures[number]['signature'] }),
          ...(before !== undefined && { before }),
        })
        .send({ abortSignal: withTimeout(signal) })
      found.push(...page)
      if (page.length < limit || found.length >= maxBack) return found
    }
  }

  /** Spends the client's budget. @throws TernError `http/tooManyRequests` if it is used up. */
  function spend(client: string, transactions: number) {
    const retryAfterSeconds = transactions === 0 ? 0 : budget.take(client, transactions)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
  }

  /** Records a wallet before its rows, so that pruning a wallet deletes all of its rows. */
  async function open(owner: Address): Promise<Known> {
    const known = await store.readKnown(owner)
    if (known !== undefined) return known
    const unread = { finalSignature: null, finalSlot: -1, reachesBack: false }
    await store.prune(owner)
    await store.setKnown(owner, unread, now())
    return unread
  }

  /** Reads a row. Leaves out a transaction that cannot be read or decoded, so that the others are shown. */
  async function readRow(signature: string, owner: Address): Promise<ActivityRow | undefined | 'unreadable'> {
    const found = await transactions.read(signature, signal)
    if (found === undefined || found === 'unreadable') return found
    try {
      return await activityOf(found, { signature, owner, ...options })
    } catch (error) {
      transactions.skip(signature, error)
      return 'unreadable'
    }
  }

  async function catchUp(owner: Address, client: string) {
    const known = await open(owner)
    const found = await readSignatures(owner, known)
    const slots = await store.readSlots(owner, known.finalSlot)
    const listed = new Set<string>(found.map(({ signature }) => signature))
    const abandoned = [...slots.keys()].filter(signature => !listed.has(signature))
    await store.remove(owner, abandoned)
    let isWhole = true
    for (const part of partsOf(found)) {
      const wanted = part.filter(({ signature, slot }) => slots.get(signature) !== Number(slot)).toReversed()
      spend(client, wanted.length)
      const rows = await mapInTurn(wanted, reads, ({ signature }) => readRow(signature, owner))
      const newest = found[0]?.slot ?? 0n
      if (wanted.some(({ slot }, i) => rows[i] === undefined && newest - slot < youngSlots)) isWhole = false
      await store.put(
        owner,
        rows.filter(row => typeof row === 'object'),
      )
    }
    const final = found.find(({ confirmationStatus }) => confirmationStatus === 'finalized')
    const isCut = found.length >= maxBack
    const at = isWhole && final !== undefined ? { finalSignature: final.signature, finalSlot: Number(final.slot) } : {}
    const isPruned = found.length > 0 && (await store.prune(owner))
    // If nothing was final before, the read began at the wallet's first transaction.
    const reachesBack = (known.reachesBack || known.finalSignature === null) && !isCut && !isPruned
    await store.setKnown(owner, { ...known, ...at, reachesBack }, now())
  }

  /** Catches up once for all concurrent requests of a wallet. */
  async function refresh(owner: Address, client: string): Promise<void> {
    const begun = running.get(owner)
    if (begun !== undefined) return begun
    const leave = seats.take(client)
    if (leave === undefined) throw new TernError('http/tooManyRequests', { retryAfterSeconds: 1 })
    const task = Promise.resolve()
      .then(() => spend(client, lookCost))
      .then(() => catchUp(owner, client))
      .finally(() => {
        leave()
        running.delete(owner)
      })
    running.set(owner, task)
    return task
  }

  return {
    activity: {
      async list(client, { owner, limit, before }) {
        const isUpToDate = before !== undefined || (await atMost(patienceMs, refresh(owner as Address, client)))
        const found = await shown.readRows(owner, limit + 1, before)
        const rows = found.slice(0, limit)
        return {
          rows,
          before: found.length > limit ? (rows.at(-1)?.signature ?? null) : null,
          reachesBack: (await shown.readKnown(owner))?.reachesBack ?? false,
          isBehind: !isUpToDate,
        }
      },
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(running.values())
    },
  }
}

type Signatures = Awaited<ReturnType<ReturnType<Chain['rpc']['getSignaturesForAddress']>['send']>>

/** Returns `true` if the task succeeds within that time. Ignores its failure: the next request starts it again. */
async function atMost(milliseconds: number, task: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<false>(resolve => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const isDone = await Promise.race([
    patience,
    task.then(
      () => true,
      () => false,
    ),
  ])
  clearTimeout(timer)
  return isDone
}

import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import type { Database } from '../database/database.ts'
import { createRateLimit, type RateLimit } from '../http/rateLimit.ts'
import { createSeats } from '../http/seats.ts'
import { mapInTurn, partsOf } from '../indexer/follower.ts'
import { createTransactionReader, type TransactionReader, withTimeout } from '../indexer/transaction.ts'
import type { ProcedureContext } from '../procedures/procedure.ts'
import type { ActivityRow } from '../procedures/rows.ts'
import { activityOf } from './activityOf.ts'
import { type ActivityStore, createActivityStore, type Known } from './activityStore.ts'
import type { TakerOf } from './tipIn.ts'

/** Signatures in one answer of a node. */
const signaturesPerPage = 1_000
/** Who asks does not wait longer for what the chain still has to tell. */
const patienceMs = 2_500
/** A node that lists a transaction and does not show it yet gets it soon; an older one it has no more. */
const youngSlots = 300n

/**
 * How much is asked of a node: of the practice chain, which is here, much; of a cluster's little. `budget`: transactions that
 * are read for one client, who may ask for any wallet there is.
 */
const asked = {
  practice: { mostBack: 5_000, reads: 16, budget: { burst: 50_000, perSecond: 500 } },
  cluster: { mostBack: 1_000, reads: 4, budget: { burst: 10_000, perSecond: 30 } },
}
/** What a look at a wallet's signatures costs of the budget, in transactions. */
const lookCost = 2
/** Wallets that are read at once. */
const atOnce = { ofClient: 4, ofNetworks: [6, 8], altogether: 16 } as const

export interface Activity {
  readonly activity: ProcedureContext['activity']
  /** Ends when everything is written. */
  stop(): Promise<void>
}

interface Options {
  /** Who gets Tern's fee. Unset: nobody does. */
  readonly feeWallet?: Address
  /** Which provider takes tips at an account. Unset: the one that is known for it. */
  readonly takerOf?: TakerOf
  readonly mostBack?: number
  readonly store?: ActivityStore
  readonly budget?: RateLimit
  /** Unset: one of its own, which reports nothing. */
  readonly transactions?: TransactionReader
  /** Seconds since 1970. */
  readonly now?: () => number
}

/**
 * What transactions did to wallets, of those that somebody asks for. What is final is read once and kept; what is newer is
 * compared with the chain each time, so that what a fork takes back goes from here as well.
 */
export function openActivity(
  chain: Pick<Chain, 'rpc'>,
  database: Database,
  kind: keyof typeof asked,
  options: Options = {},
): Activity {
  const { reads } = asked[kind]
  const { mostBack = asked[kind].mostBack, now = () => Math.floor(Date.now() / 1000) } = options
  const { budget = createRateLimit(asked[kind].budget), transactions = createTransactionReader(chain) } = options
  const seats = createSeats(atOnce)
  const store = options.store ?? createActivityStore(database)
  const shown = options.store ?? createActivityStore({ ...database, query: database.queryInTime })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()

  /** Newest first, down to the last one that is final. */
  async function readSignatures(owner: Address, { finalSignature }: Known) {
    const found: Signatures[number][] = []
    for (;;) {
      const before = found.at(-1)?.signature
      const limit = Math.min(signaturesPerPage, mostBack - found.length)
      const page: Signatures = await chain.rpc
        .getSignaturesForAddress(owner, {
          commitment: 'confirmed',
          limit,
          ...(finalSignature !== null && { until: finalSignature as Signatures[number]['signature'] }),
          ...(before !== undefined && { before }),
        })
        .send({ abortSignal: withTimeout(signal) })
      found.push(...page)
      if (page.length < limit || found.length >= mostBack) return found
    }
  }

  /** @throws TernError `http/tooManyRequests`: the node is asked no more for this client. */
  function spend(client: string, transactions: number) {
    const retryAfterSeconds = transactions === 0 ? 0 : budget.take(client, transactions)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
  }

  /** A wallet is known before anything of it is kept, so that all of it goes when it is one too many. */
  async function open(owner: Address): Promise<Known> {
    const known = await store.readKnown(owner)
    if (known !== undefined) return known
    const unread = { finalSignature: null, finalSlot: -1, reachesBack: false }
    await store.prune(owner)
    await store.setKnown(owner, unread, now())
    return unread
  }

  /** A transaction that cannot be read or decoded is left out, so that the others are shown. */
  async function readRow(signature: string, owner: Address): Promise<ActivityRow | undefined | 'unreadable'> {
    const found = await transactions.read(signature, signal)
    if (found === undefined || found === 'unreadable') return found
    try {
      return await activityOf(found, signature, owner, options)
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
    const isCut = found.length >= mostBack
    const at = isWhole && final !== undefined ? { finalSignature: final.signature, finalSlot: Number(final.slot) } : {}
    const isPruned = found.length > 0 && (await store.prune(owner))
    // With nothing final yet all of it was listed.
    const reachesBack = (known.reachesBack || known.finalSignature === null) && !isCut && !isPruned
    await store.setKnown(owner, { ...known, ...at, reachesBack }, now())
  }

  /** One catching-up of a wallet at a time: whoever asks meanwhile waits for that one. */
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
      async list(client, owner, limit, before) {
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

/** Whether the task is done within that time. One that fails goes unheard: it is begun again when it is asked for again. */
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

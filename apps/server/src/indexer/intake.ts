import type { Chain } from '@tern/chain'
import { type Address, isTernError } from '@tern/core'
import type { ReadAccounts } from '@tern/venues/read'
import type { Emitter } from '../data/emitter.ts'
import type { Queue } from '../database/queue.ts'
import type { CurveMoves } from './curveMoves.ts'
import { decodeEvents, type Events, type FoundTrade } from './decodeEvents.ts'
import type { MarketStore } from './marketStore.ts'
import type { PoolStates } from './poolStates.ts'
import type { PoolIndex } from './pools/openPoolIndex.ts'
import type { Rollback } from './rollback.ts'
import type { TokenBook } from './tokenBook.ts'
import type { TokenList } from './tokenList.ts'
import type { TradeRecorder } from './tradeRecorder.ts'
import type { Transaction, TransactionReader } from './transaction.ts'

/** A config's rates change rarely. Until they are read again, a price can be off by millionths. */
const ratesMs = 600_000

interface IntakeOptions {
  readonly chain: Pick<Chain, 'readAccounts'>
  readonly kind: 'practice' | 'cluster'
  readonly transactions: Pick<TransactionReader, 'skip'>
  readonly store: Pick<MarketStore, 'takeBack'>
  readonly book: TokenBook
  readonly list: TokenList
  readonly moves: Pick<CurveMoves, 'follow'>
  readonly recorder: TradeRecorder
  readonly states: Pick<PoolStates, 'touch'>
  readonly pools: Pick<PoolIndex, 'take' | 'takeBack'>
  readonly queue: Queue
  readonly rollbacks: Emitter<Rollback>
}

/**
 * Takes landed transactions in: lists their tokens, stores their trades and their changes of pools, and moves migrated
 * curves.
 */
export interface Intake {
  /** @throws TernError `rpc/*`: the accounts of a trade could not be read now. */
  take(landed: readonly Transaction[]): Promise<void>
  /** Deletes the trades of transactions that a fork undid, and stores the ones that `landed` in another slot. */
  takeBack(signatures: readonly string[], landed: readonly Transaction[]): Promise<void>
}

export function createIntake(options: IntakeOptions): Intake {
  const { chain, kind, transactions, store, book, list, moves, recorder, states, pools, queue, rollbacks } = options
  const readAccounts: ReadAccounts = addresses => chain.readAccounts(addresses, { maxAgeMs: ratesMs })

  /** Decodes a transaction. If that fails, the transaction is skipped. @throws TernError `rpc/*`. */
  async function decode(transaction: Transaction): Promise<Events> {
    try {
      return await decodeEvents(transaction, readAccounts)
    } catch (error) {
      if (isTernError(error) && error.code.startsWith('rpc/')) throw error
      transactions.skip(transaction.signature, error)
      return { trades: [], launches: [], graduations: [], changes: [] }
    }
  }

  /** Assigns a trade on a curve that has moved to the token's current pool. */
  const inCurrentPool = (found: FoundTrade): FoundTrade => ({
    ...found,
    trade: { ...found.trade, pool: book.poolOf(found.mint) ?? found.trade.pool },
  })

  async function takeEvents(events: readonly Events[]) {
    await pools.take(events.flatMap(({ changes }) => changes))
    if (kind === 'practice') {
      const traded = events.flatMap(({ trades }) => trades)
      const lastActive = new Map(traded.map(({ mint, trade }) => [mint, trade.timestampSeconds]))
      const launched = list.worthListing(events)
      if (launched.length > 0) await list.list(launched, lastActive)
    }
    const isListed = ({ pool }: { readonly pool: Address }) => book.mintOf(pool) !== undefined
    const traded = events
      .flatMap(({ trades }) => trades)
      .filter(({ trade }) => isListed(trade))
      .map(inCurrentPool)
    if (traded.length > 0) await recorder.record(traded)
    const graduated = events.flatMap(({ graduations }) => graduations).filter(isListed)
    // If a migration cannot be read now, the curve's state shows it later.
    for (const event of graduated) if (event.kind === 'migration') await moves.follow(event).catch(() => {})
    const touched = new Set([...traded.map(({ trade }) => trade.pool), ...graduated.map(({ pool }) => pool)])
    states.touch(book.listings().filter(({ pool }) => touched.has(pool)))
  }

  return {
    take: landed => queue.run(async () => takeEvents(await Promise.all(landed.map(decode)))),
    takeBack: (signatures, landed) =>
      queue.run(async () => {
        // Decode first: if the accounts cannot be read now, nothing is deleted.
        const events = await Promise.all(landed.map(decode))
        await pools.takeBack(signatures)
        const mints = await book.reload(await store.takeBack(signatures))
        states.touch(book.listings().filter(({ mint }) => mints.includes(mint)))
        rollbacks.emit({ mints, signatures })
        await takeEvents(events)
      }),
  }
}

import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import { answersOf } from './answersOf.ts'
import type { MarketStore, OpenTransaction } from './marketStore.ts'
import { type Transaction, withTimeout } from './transaction.ts'

/** Max signatures in a request to a node. */
const maxAsked = 256

interface Settling {
  readonly chain: Pick<Chain, 'rpc' | 'nodes'>
  readonly store: Pick<MarketStore, 'readOpen' | 'setFinal'>
  readonly everyMs: number
  readonly signal: AbortSignal
  /** Reads a transaction that a fork moved to another slot. @returns the result of `readTransaction`. */
  read(signature: string): Promise<Transaction | 'unreadable' | undefined>
  /**
   * Removes the trades of the signatures. `landed`: the transactions that are in another slot now, read again.
   */
  onForked(signatures: readonly string[], landed: readonly Transaction[]): Promise<void>
}

/**
 * Compares stored trades with the chain once their slot is final, until `signal` aborts.
 * Trades are stored when they are confirmed, and a fork can still undo a confirmed trade.
 */
export async function settleTrades(settling: Settling): Promise<void> {
  let { missing }: Settled = nothing
  while (!settling.signal.aborted) {
    // A node or a database that does not answer is asked again.
    const settled: Settled = await settleOnce(settling, missing).catch(() => ({ missing, isFull: false }))
    missing = settled.missing
    // A busy market brings more than a request holds in this time.
    if (!settled.isFull) await pause(settling.everyMs, settling.signal)
  }
}

interface Settled {
  /** Signatures that the node did not know. A node that was behind knows them at the next look. */
  readonly missing: ReadonlySet<string>
  /** `true` if the batch was full and all of it is settled, so that more may wait. */
  readonly isFull: boolean
}

const nothing: Settled = { missing: new Set(), isFull: false }

/** Settles a batch of trades. */
async function settleOnce(settling: Settling, missing: ReadonlySet<string>): Promise<Settled> {
  const { chain, store, signal, onForked } = settling
  const abortSignal = withTimeout(signal)
  const anyOpen = await store.readOpen(Number.MAX_SAFE_INTEGER, 1)
  if (anyOpen.length === 0) return nothing
  const finalSlot = Number(await chain.rpc.getSlot({ commitment: 'finalized' }).send({ abortSignal }))
  const open = await store.readOpen(finalSlot, maxAsked)
  if (open.length === 0) return nothing
  const { context, value } = await chain.rpc
    .getSignatureStatuses(
      open.map(({ signature }) => signature as Signature),
      { searchTransactionHistory: true },
    )
    .send({ abortSignal })
  if (Number(context.slot) < finalSlot) return { missing, isFull: false }

  const final: string[] = []
  const forked: string[] = []
  const elsewhere: string[] = []
  const unknown: OpenTransaction[] = []
  for (const [i, one] of open.entries()) {
    const status = value[i]
    if (status == null) unknown.push(one)
    else if (status.err === null && Number(status.slot) === one.slot) final.push(one.signature)
    else if (status.confirmationStatus === 'finalized')
      if (status.err === null) elsewhere.push(one.signature)
      else forked.push(one.signature)
  }
  const again = unknown.filter(({ signature }) => missing.has(signature))
  if (again.length > 0) {
    const verdicts = await askAgain(chain, again, finalSlot, abortSignal)
    for (const [i, { signature }] of again.entries()) {
      if (verdicts[i] === 'final') final.push(signature)
      if (verdicts[i] === 'forked') forked.push(signature)
    }
  }
  const landed: Transaction[] = []
  for (const signature of elsewhere) {
    // If the transaction cannot be read now, keep the trade: after its removal it would never be found again.
    const found = await settling.read(signature).catch(() => undefined)
    if (found !== undefined) forked.push(signature)
    if (typeof found === 'object') landed.push(found)
  }
  await store.setFinal(final)
  if (forked.length > 0) await onForked(forked, landed)
  return {
    missing: new Set(unknown.map(({ signature }) => signature)),
    isFull: open.length === maxAsked && final.length === open.length,
  }
}

/**
 * Asks every node about transactions that one node did not know twice.
 * A node without a transaction may have lost it. So with several nodes, two must deny it, and no node may know it.
 * A node also answers null for a block that it has deleted. If every node has deleted the block, the trade counts as
 * final.
 */
async function askAgain(
  { nodes }: Pick<Chain, 'nodes'>,
  open: readonly OpenTransaction[],
  finalSlot: number,
  abortSignal: AbortSignal,
): Promise<readonly ('final' | 'forked' | 'unsure')[]> {
  const signatures = open.map(({ signature }) => signature as Signature)
  const answers = await answersOf(nodes, async rpc => {
    const [{ context, value }, first] = await Promise.all([
      rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send({ abortSignal }),
      rpc.getFirstAvailableBlock().send({ abortSignal }),
    ])
    return { isBehind: Number(context.slot) < finalSlot, statuses: value, first: Number(first) }
  })
  return open.map(({ slot }, i) => {
    let [denials, deleted] = [0, 0]
    for (const { isBehind, statuses, first } of answers) {
      const status = statuses[i]
      if (status != null) {
        const isThere = status.err === null && Number(status.slot) === slot && status.confirmationStatus === 'finalized'
        return isThere ? 'final' : 'unsure'
      }
      if (slot < first) deleted++
      else if (!isBehind) denials++
    }
    if (denials >= Math.min(2, nodes.length)) return 'forked'
    return deleted === nodes.length ? 'final' : 'unsure'
  })
}

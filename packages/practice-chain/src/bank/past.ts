import { encodeBase58 } from '@tern/core'
import type { Bank, ConfirmationStatus, SignatureEntry } from './bank.ts'
import type { Ledger } from './ledger.ts'
import { memoOf } from './memo.ts'

/** The bank's methods about past blocks and transactions. */
export type Past = Pick<
  Bank,
  'slot' | 'block' | 'blocks' | 'transactionsIn' | 'firstAvailableBlock' | 'status' | 'transaction' | 'signaturesFor'
>

export function createPast({ blocks, times, history, root }: Ledger, confirmed: () => bigint): Past {
  const timeOf = (slot: bigint) => times.get(slot) ?? history.inSlot(slot)[0]?.blockTimeSeconds
  /** Blocks from this slot on are kept even without transactions: about 20,000 blocks. */
  const timesBegin = () => times.first() ?? blocks.slot()
  const isKept = (slot: bigint) => slot >= history.completeFrom() && timeOf(slot) !== undefined

  const confirmationOf = (slot: bigint): ConfirmationStatus =>
    slot > confirmed() ? 'processed' : slot > root() ? 'confirmed' : 'finalized'

  return {
    slot(commitment = 'processed') {
      if (commitment === 'processed') return blocks.slot()
      return commitment === 'confirmed' || root() > confirmed() ? confirmed() : root()
    },
    block(slot) {
      const blockTimeSeconds = timeOf(slot)
      if (slot > confirmed() || !blocks.has(slot) || !isKept(slot) || blockTimeSeconds === undefined) return null
      const parentSlot = blocks.parent(slot)
      return {
        slot,
        parentSlot,
        blockHeight: blocks.height(slot),
        blockhash: encodeBase58(blocks.hash(slot)),
        previousBlockhash: encodeBase58(blocks.hash(parentSlot)),
        blockTimeSeconds,
        transactions: history.inSlot(slot),
      }
    },
    blocks(first, last) {
      const [began, end] = [timesBegin(), last < confirmed() ? last : confirmed()]
      const older = new Set<bigint>()
      for (const { slot } of history.all()) {
        if (slot >= began) break
        if (slot >= first && slot <= end && blocks.has(slot) && isKept(slot)) older.add(slot)
      }
      return [...older, ...blocks.between(first > began ? first : began, end).filter(isKept)]
    },
    transactionsIn: history.inSlot,
    firstAvailableBlock() {
      const [oldest] = history.all()
      const began = timesBegin()
      const first = oldest === undefined || oldest.slot > began ? began : oldest.slot
      return first > history.completeFrom() ? first : history.completeFrom()
    },
    status(signature) {
      const record = history.get(signature)
      if (record === undefined) return null
      return { slot: record.slot, err: record.err, confirmationStatus: confirmationOf(record.slot) }
    },
    transaction: signature => history.get(signature) ?? null,
    signaturesFor(address, { before, until, limit = 1_000 } = {}) {
      const records = history.of(address)
      const end = before === undefined ? records.length : records.findIndex(({ signature }) => signature === before)
      const start = until === undefined ? -1 : records.findIndex(({ signature }) => signature === until)
      const entries: SignatureEntry[] = []
      for (let i = end - 1; i > start && entries.length < limit; i--) {
        const record = records[i]
        if (record === undefined) break
        const { signature, slot, err, blockTimeSeconds, wire } = record
        const confirmationStatus = confirmationOf(slot)
        entries.push({ signature, slot, err, blockTimeSeconds, memo: memoOf(wire), confirmationStatus })
      }
      return entries
    },
  }
}

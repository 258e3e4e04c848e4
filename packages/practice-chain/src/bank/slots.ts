import { type Address, TernError } from '@tern/core'
import { clockSysvar, recentBlockhashesSysvar, slotHashesSysvar } from '@tern/core/internal'
import type { Bank } from './bank.ts'
import { paceAt, unixMsAt } from './blockTimes.ts'
import type { ChainTime } from './chainTime.ts'
import type { Ledger } from './ledger.ts'
import type { Listeners } from './listeners.ts'
import { createPast, type Past } from './past.ts'
import type { Recorder } from './recorder.ts'

const maxRolledBack = 31n
const msOfSlot = 400n
/** Clients read slots and times as JavaScript numbers. */
const maxInNumber = BigInt(Number.MAX_SAFE_INTEGER)

interface Slots extends Pick<Bank, 'tick' | 'travel' | 'rollback'> {
  readonly past: Past
}

interface Options {
  readonly ledger: Ledger
  readonly recorder: Recorder
  readonly time: ChainTime
  readonly slotMs: number
  readonly emit: Listeners['emit']
  readonly emitAccount: (address: Address) => void
  /** A restored chain goes on in this slot. Reserved slots that were not used have no blocks. */
  readonly firstSlot: bigint | undefined
}

/** Begins, confirms, skips and abandons slots. */
export function createSlots({ ledger, recorder, time, slotMs, emit, emitAccount, firstSlot }: Options): Slots {
  const { blocks, times } = ledger
  if (firstSlot !== undefined) skipTo(firstSlot)
  let confirmed = blocks.parent(blocks.slot())
  const past = createPast(ledger, () => confirmed)

  /** The time of a slot that follows skipped or abandoned slots. */
  function now(): bigint {
    return larger(time.unixMs() / 1_000n, ledger.clock().unixTimestamp)
  }

  function skipTo(slot: bigint): void {
    recorder.recordSlot()
    ledger.skipTo(slot, now())
    recorder.beginSlot(unixTimestamp => ({ kind: 'travel', slot, unixTimestamp, aheadMs: time.aheadMs() }))
  }

  /** Reports the slot that has begun. */
  function announce(): void {
    const slot = blocks.slot()
    recorder.noteSlot()
    emit('slot', { slot, parent: blocks.parent(slot), root: past.slot('finalized') })
    for (const sysvar of [clockSysvar, slotHashesSysvar, recentBlockhashesSysvar]) emitAccount(sysvar)
  }

  /** Confirms a finished slot once it is on disk, unless the slot has been abandoned meanwhile. */
  async function confirm(over: bigint): Promise<void> {
    await recorder.flushRun()
    recorder.shorten()
    if (!blocks.has(over)) return
    confirmed = larger(over, confirmed)
    const finished = past.block(over)
    if (finished !== null) emit('block', finished)
  }

  /**
   * Begins the next slot at its time by the pace, so that a restart after a kill computes the same time.
   * If the machine's clock is too far from that time, a new pace begins, and the journal records it.
   */
  function beginNext(slot: bigint): void {
    const [before, pace] = [times.pace(), paceAt(times, slot, { ms: time.unixMs(), slotMs })]
    ledger.beginSlot(slot, larger(unixMsAt(pace, slot) / 1_000n, ledger.clock().unixTimestamp))
    if (pace === before) return
    times.setPace(pace)
    recorder.beginSlot(unixTimestamp => ({ kind: 'pace', unixTimestamp, ...pace }))
  }

  return {
    past,
    async tick() {
      const over = blocks.slot()
      beginNext(over + 1n)
      announce()
      await confirm(over)
    },
    async travel({ slots, seconds: by }) {
      const ms = by === undefined ? (slots ?? 1n) * msOfSlot : by * 1_000n
      const distance = slots ?? larger(ms / msOfSlot, 1n)
      const farthest = larger(blocks.slot() + distance, time.aheadMs() + ms)
      if (distance < 1n || ms < 0n || farthest > maxInNumber) throw new TernError('practice/travel', {})
      if (recorder.hasFailed()) await recorder.flush()
      const over = blocks.slot()
      time.setAheadMs(time.aheadMs() + ms)
      skipTo(over + distance)
      announce()
      await confirm(over)
    },
    async rollback(slots) {
      const min = blocks.height(ledger.root())
      const max = smaller(blocks.height() - min, maxRolledBack)
      if (slots < 1n || slots > max) throw new TernError('practice/rollback', { slots, max })
      if (recorder.hasFailed()) await recorder.flush()
      recorder.recordSlot()
      const last = blocks.slot()
      const parent = blocks.slotAt(blocks.height() - slots)
      const abandoned = blocks.between(parent + 1n, last)
      const accounts = ledger.takeBack(parent)
      ledger.fork({ parent, slot: last + 1n, unixTimestamp: now(), accounts })
      recorder.beginSlot(unixTimestamp => ({ kind: 'fork', parent, slot: last + 1n, unixTimestamp, accounts }))
      confirmed = smaller(confirmed, parent)
      emit('rollback', { slot: last + 1n, parent, abandoned })
      announce()
      for (const address of accounts.keys()) emitAccount(address)
      await recorder.flushRun()
    },
  }
}

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { type AccountSet, type Address, type Clock, TernError } from '@tern/core'
import { clockSysvar, i64, noEarlierThan, struct, u64 } from '@tern/core/internal'
import { isRecord } from '../rpc/isRecord.ts'
import { kept } from './kept.ts'
import { maxSlotsBehind } from './slotCheck.ts'

/** `solana_clock::Clock`. */
const clockLayout = struct('Clock', 40, {
  slot: u64,
  epochStartTimestamp: i64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: i64,
})

const epochMaxAgeMs = 30_000
const chainTimeMaxAgeMs = 300_000

/** The epoch and the cluster's position in it. */
export interface Epoch {
  readonly epoch: bigint
  readonly slot: bigint
  readonly blockHeight: bigint
  readonly slotIndex: bigint
  readonly slotsInEpoch: bigint
}

/** Max ages of the readings behind a clock, in milliseconds. */
export interface ClockMaxAges {
  /** Max age of the epoch and the slot. Unset: 30 s. */
  readonly slotMs?: number | undefined
  /** Max age of the time. Unset: 5 minutes. The chain's clock may go slower or faster than the local clock. */
  readonly timeMs?: number | undefined
}

export interface ChainTime {
  /** Cached for 30 s. */
  readEpoch(): Promise<Epoch>
  /**
   * Reads the chain's clock. The time is the chain's at the last reading, advanced by the local clock since.
   * The slot is the newest that a node has reported, with the epoch or with an account. It is never extrapolated.
   */
  readClock(maxAges?: ClockMaxAges): Promise<Clock>
  /** Forgets an epoch of a later slot: the cluster has not passed `slot`. */
  forgetBeyond(slot: bigint): void
}

interface ChainTimeOptions {
  /** Newest slot of any account reading. */
  newestSlot(): bigint
  now(): number
  /** Called for each answer that is far behind an earlier one. */
  onFarBehind(): void
}

/**
 * Creates the reader of epoch and clock.
 *
 * @throws TernError `rpc/*`, `layout/wrongSize`.
 */
export function createChainTime(
  rpc: Rpc<SolanaRpcApi>,
  readAccounts: (addresses: readonly Address[]) => Promise<AccountSet>,
  { newestSlot, now, onFarBehind }: ChainTimeOptions,
): ChainTime {
  let newest: Epoch | undefined
  const readEpoch = kept(epochMaxAgeMs, now, async (): Promise<Epoch> => {
    const info: unknown = await rpc.getEpochInfo().send()
    const number = (name: string): bigint => {
      const value = isRecord(info) ? info[name] : undefined
      if (typeof value === 'bigint') return value
      throw new TernError('rpc/badAnswer', { method: 'getEpochInfo', why: `no ${name}` })
    }
    const answer = {
      epoch: number('epoch'),
      slot: number('absoluteSlot'),
      blockHeight: number('blockHeight'),
      slotIndex: number('slotIndex'),
      slotsInEpoch: number('slotsInEpoch'),
    }
    // A node that lags must not move the epoch back.
    if (newest === undefined || answer.slot >= newest.slot) newest = answer
    else if (answer.slot + maxSlotsBehind < newest.slot) onFarBehind()
    return newest
  })
  const readTime = kept(chainTimeMaxAgeMs, now, async () => {
    const sysvar = (await readAccounts([clockSysvar])).get(clockSysvar)
    if (!sysvar) throw new TernError('rpc/accounts', { why: 'no clock' })
    return { unixTimestamp: clockLayout.view(sysvar.data).unixTimestamp, readAt: now() }
  })
  return {
    readEpoch: () => readEpoch(),
    forgetBeyond(slot) {
      if (newest !== undefined && newest.slot > slot) newest = undefined
    },
    async readClock({ slotMs, timeMs } = {}) {
      const [{ epoch, slot }, { unixTimestamp, readAt }] = await Promise.all([readEpoch(slotMs), readTime(timeMs)])
      const passed = BigInt(Math.floor((now() - readAt) / 1000))
      return noEarlierThan(newestSlot(), { slot, epoch, unixTimestamp: unixTimestamp + passed })
    },
  }
}

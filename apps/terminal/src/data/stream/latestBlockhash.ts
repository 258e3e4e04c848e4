import type { ExecuteOptions, LandsUntil } from '@tern/client'
import type { BlockhashRow } from '@tern/server/appRouter'
import { createStore, useStore } from '../store.ts'

/**
 * Milliseconds by two clocks. A user cannot set the steady clock, but it may stop while the machine sleeps.
 * The wall clock goes on, but a person may set it.
 */
export interface Clocks {
  readonly steady: number
  readonly wall: number
}

export const readClocks = (): Clocks => ({ steady: performance.now(), wall: Date.now() })

/** A blockhash, and when this page received it. */
export interface ReceivedBlockhash extends BlockhashRow {
  readonly receivedAt: Clocks
}

/** The chain's latest blockhash; `undefined` before the first, and while the stream is down. */
export const latestBlockhash = createStore<ReceivedBlockhash | undefined>(undefined)

/** A blockhash arrives at least every 2 s. If the latest is older, the page slept or the server receives no new blocks. */
const freshMs = 5_000

/**
 * Returns the lifetime for a transaction that is signed now; `undefined` if the latest blockhash is not fresh.
 * Both clocks must agree that it is fresh, so setting a clock cannot make it fresh.
 */
export function freshLifetime(received: ReceivedBlockhash | undefined, now = readClocks()): ExecuteOptions['lifetime'] {
  if (received === undefined) return undefined
  const { blockhash, lastValidBlockHeight, receivedAt } = received
  const isFresh = (['steady', 'wall'] as const).every(clock => {
    const age = now[clock] - receivedAt[clock]
    return age >= 0 && age < freshMs
  })
  return isFresh ? { kind: 'blockhash', blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) } : undefined
}

/** How many more blocks can hold a transaction. */
export interface BlocksLeft {
  /** The number when it was reported. */
  readonly blocksLeft?: number
  /** The height of the last block that can hold it, if that is known. */
  readonly lastHeight?: number
}

/** Converts the SDK's numbers of a transaction. */
export const leftOf = ({ blocksLeft, lastHeight }: LandsUntil): BlocksLeft => ({
  ...(blocksLeft !== undefined && { blocksLeft: Number(blocksLeft) }),
  ...(lastHeight !== undefined && { lastHeight: Number(lastHeight) }),
})

/**
 * Counts the blocks left at `height`. While the height or the last height is unknown, returns the reported number.
 * Returns `undefined` if that is unknown too.
 */
export function blocksLeftAt({ blocksLeft, lastHeight }: BlocksLeft, height: number | undefined): number | undefined {
  if (lastHeight !== undefined && height !== undefined) return Math.max(0, lastHeight - height)
  return blocksLeft
}

export const useBlocksLeft = (left: BlocksLeft): number | undefined =>
  blocksLeftAt(left, useStore(latestBlockhash)?.blockheight)

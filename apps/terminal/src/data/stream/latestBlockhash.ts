import type { ExecuteOptions, LandsUntil } from '@tern/client'
import type { BlockhashRow } from '@tern/server/appRouter'
import { createStore, useStore } from '../store.ts'

/** Milliseconds by two clocks: one that nobody sets and that may stand still while a machine sleeps, and one that goes on. */
export interface Clocks {
  readonly steady: number
  readonly wall: number
}

export const readClocks = (): Clocks => ({ steady: performance.now(), wall: Date.now() })

/** A blockhash, and when this page heard of it. */
export interface HeardBlockhash extends BlockhashRow {
  readonly heardAt: Clocks
}

/** The chain's latest blockhash; `undefined` before the first and while the server is not heard. */
export const latestBlockhash = createStore<HeardBlockhash | undefined>(undefined)

/** One comes every 2 s at least. What is older was kept by a page that slept, or the server hears of none. */
const freshMs = 5_000

/** What a transaction that is signed now may live by; `undefined`: no blockhash was heard of lately. A clock that is set makes none fresh. */
export function freshLifetime(heard: HeardBlockhash | undefined, now = readClocks()): ExecuteOptions['lifetime'] {
  if (heard === undefined) return undefined
  const { blockhash, lastValidBlockHeight, heardAt } = heard
  const isFresh = (['steady', 'wall'] as const).every(clock => {
    const age = now[clock] - heardAt[clock]
    return age >= 0 && age < freshMs
  })
  return isFresh ? { kind: 'blockhash', blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) } : undefined
}

/** How many blocks something can still land in. */
export interface BlocksLeft {
  /** As it was told once. */
  readonly blocksLeft?: number
  /** The height of the last of them, where that is known. */
  readonly lastHeight?: number
}

/** As the SDK tells it of a transaction. */
export const leftOf = ({ blocksLeft, lastHeight }: LandsUntil): BlocksLeft => ({
  ...(blocksLeft !== undefined && { blocksLeft: Number(blocksLeft) }),
  ...(lastHeight !== undefined && { lastHeight: Number(lastHeight) }),
})

/** How many there are at a height; while that is not heard, how many there were; `undefined`: nobody knows. */
export function blocksLeftAt({ blocksLeft, lastHeight }: BlocksLeft, height: number | undefined): number | undefined {
  if (lastHeight !== undefined && height !== undefined) return Math.max(0, lastHeight - height)
  return blocksLeft
}

export const useBlocksLeft = (left: BlocksLeft): number | undefined =>
  blocksLeftAt(left, useStore(latestBlockhash)?.blockheight)

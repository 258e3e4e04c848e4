import type { ExecuteOptions } from '@tern/client'
import type { BlockhashRow } from '@tern/server/appRouter'

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

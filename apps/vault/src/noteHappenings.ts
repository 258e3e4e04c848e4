import type { Wallets } from './wallets.ts'

/** Has the wallets know that somebody is at this page, so that they do not lock by themselves meanwhile. */
export function noteHappenings(wallets: Wallets): void {
  for (const happening of ['keydown', 'pointerdown'])
    addEventListener(happening, () => wallets.notePresence({ isActive: true, isInSight: true }), { passive: true })
}

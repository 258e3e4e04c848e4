import type { Wallets } from './wallets.ts'

/** Reports key presses and clicks on this page, so that the wallets do not lock meanwhile. */
export function noteHappenings(wallets: Wallets): void {
  for (const happening of ['keydown', 'pointerdown'])
    addEventListener(happening, () => wallets.notePresence({ isActive: true, isInSight: true }), { passive: true })
}

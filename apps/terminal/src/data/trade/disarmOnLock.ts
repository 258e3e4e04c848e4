import { session } from '../wallets/session.ts'
import { disarmInstant } from './instant.ts'

/**
 * Disarms Instant whenever the wallets lock, in any tab, because unlocking is no wish to trade at the first press.
 *
 * @returns stops it.
 */
export function disarmOnLock(): () => void {
  return session.subscribe(() => {
    if (session.get().status !== 'unlocked') disarmInstant()
  })
}

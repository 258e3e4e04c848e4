import { type ClientRateLimit, createClientRateLimit } from '../http/clientRateLimit.ts'
import { createDailyBudget, type DailyBudget } from '../http/dailyBudget.ts'
import type { Site } from '../http/site.ts'
import { sessionOf } from './browserSession.ts'
import { maxBundleBytes } from './bundle.ts'
import type { BundleStore } from './bundleStore.ts'

const megabyte = 1024 * 1024

/** Max new sessions in a day. A person needs few, and each session's bundle is stored for months. */
const newSessionLimits = { ofClient: 50, ofNetworks: [100, 200], altogether: 1_000 } as const

/** Limits how fast a client may begin sessions, and how many sessions may begin in a day. */
export function limitNewSessions(now?: () => number): ClientRateLimit {
  const rate = createClientRateLimit({ burst: 30, perSecond: 0.02, ...(now && { now }) })
  const daily = createDailyBudget({ ...newSessionLimits, ...(now && { now }) })
  return { take: (client, cost) => rate.take(client, cost) || daily.take(client, cost) }
}

/**
 * Limits the bytes of bundles in a day. New sessions have their own budget, so strangers cannot use up the budget of
 * existing wallets.
 */
export interface StorageBudget {
  /**
   * Takes the max size of a request's bundle from the budget. A request that begins a session takes from the budget of new
   * sessions, even if the client has a session already.
   *
   * @returns 0 seconds and a function to return the amount if nothing is stored; otherwise the seconds until the
   *   budget has room.
   */
  take(request: Request, site: Site, client: string): Promise<{ retryAfterSeconds: number; giveBack(): void }>
}

export function createStorageBudget(store: Pick<BundleStore, 'read'>, now?: () => number): StorageBudget {
  const budgetOf = (limits: Omit<Parameters<typeof createDailyBudget>[0], 'now'>): DailyBudget =>
    createDailyBudget({ ...limits, ...(now && { now }) })
  const begun = budgetOf({ ofClient: megabyte, ofNetworks: [2 * megabyte, 4 * megabyte], altogether: 16 * megabyte })
  const known = budgetOf({
    ofClient: 8 * megabyte,
    ofNetworks: [16 * megabyte, 32 * megabyte],
    altogether: 256 * megabyte,
  })
  return {
    async take(request, site, client) {
      const session = sessionOf(request.headers, site)
      const isKnown =
        request.method !== 'POST' && session !== undefined && (await store.read(session.hash)) !== undefined
      const bytes = Math.min(Number(request.headers.get('content-length') ?? maxBundleBytes), maxBundleBytes)
      const budget = isKnown ? known : begun
      return { retryAfterSeconds: budget.take(client, bytes), giveBack: () => budget.giveBack(client, bytes) }
    },
  }
}

import { createDailyBudget, type DailyBudget } from '../http/dailyBudget.ts'
import { createRateLimit, type RateLimit } from '../http/rateLimit.ts'
import type { Site } from '../http/site.ts'
import { mostBundleBytes } from './bundle.ts'
import type { BundleStore } from './bundleStore.ts'
import { sessionOf } from './session.ts'

const megabyte = 1024 * 1024

/** How many sessions may begin in a day: a person needs few, and each keeps its bundle for months. */
const newSessionLimits = { ofClient: 50, ofNetworks: [100, 200], altogether: 1_000 } as const

/** Lets no client begin sessions too fast, and nobody too many of them in a day. */
export function limitNewSessions(now?: () => number): RateLimit {
  const rate = createRateLimit({ burst: 30, perSecond: 0.02, ...(now && { now }) })
  const daily = createDailyBudget({ ...newSessionLimits, ...(now && { now }) })
  return { take: (client, cost) => rate.take(client, cost) || daily.take(client, cost) }
}

/** What bundles may take of the disk in a day. What strangers begin leaves untouched what wallets that are there already need. */
export interface StorageBudget {
  /**
   * Takes what a request's bundle needs at the most.
   *
   * @returns 0 and how to give it back if nothing is stored, else the seconds until there is room again.
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
      const isKnown = session !== undefined && (await store.read(session.hash)) !== undefined
      const bytes = Math.min(Number(request.headers.get('content-length') ?? mostBundleBytes), mostBundleBytes)
      const budget = isKnown ? known : begun
      return { retryAfterSeconds: budget.take(client, bytes), giveBack: () => budget.giveBack(client, bytes) }
    },
  }
}

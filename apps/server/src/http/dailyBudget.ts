import { networksOf } from './clientAddress.ts'

/** Limits how much of a lasting resource strangers may use in a day. */
export interface DailyBudget {
  /**
   * Takes an amount for a client.
   * @returns 0 if enough was left, otherwise the whole seconds until the next day begins.
   */
  take(client: string, amount: number): number
  /** Returns an unused amount to the budget. */
  giveBack(client: string, amount: number): void
}

interface DailyLimits {
  readonly ofClient: number
  /** Limits of the two networks around the client, see `networksOf`. */
  readonly ofNetworks: readonly [number, number]
  readonly altogether: number
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

const dayMs = 86_400_000

/**
 * Creates a budget that counts by client, by the networks around it, and in total, and starts again each day. Only a
 * stranger with many networks can use up the whole budget.
 */
export function createDailyBudget({
  ofClient,
  ofNetworks,
  altogether,
  now = () => performance.now(),
}: DailyLimits): DailyBudget {
  const max = [ofClient, ...ofNetworks]
  const used = new Map<string, number>()
  let all = 0
  let endsAt = now() + dayMs
  return {
    take(client, amount) {
      const at = now()
      if (at >= endsAt) {
        used.clear()
        all = 0
        endsAt = at + dayMs
      }
      const networks = networksOf(client)
      const isUsedUp = networks.some((network, i) => (used.get(network) ?? 0) + amount > (max[i] ?? 0))
      if (isUsedUp || all + amount > altogether) return Math.max(1, Math.ceil((endsAt - at) / 1_000))
      for (const network of networks) used.set(network, (used.get(network) ?? 0) + amount)
      all += amount
      return 0
    },
    giveBack(client, amount) {
      for (const network of networksOf(client)) used.set(network, Math.max(0, (used.get(network) ?? 0) - amount))
      all = Math.max(0, all - amount)
    },
  }
}

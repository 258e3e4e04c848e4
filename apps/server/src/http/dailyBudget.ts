import { networksOf } from './client.ts'

/** What strangers may use up of something that stays, in a day. */
export interface DailyBudget {
  /** Takes an amount for a client. @returns 0 if there was so much left, else the whole seconds until there is again. */
  take(client: string, amount: number): number
  /** Takes back what was not used. */
  giveBack(client: string, amount: number): void
}

interface DailyLimits {
  readonly ofClient: number
  /** Of the networks around it, as `networksOf` counts them. */
  readonly ofNetworks: readonly [number, number]
  readonly altogether: number
  /** Milliseconds, steady. */
  readonly now?: () => number
}

const dayMs = 86_400_000

/** Counts by client, by the networks around it and altogether, anew each day: so nobody uses up what all others may use but from many networks. */
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

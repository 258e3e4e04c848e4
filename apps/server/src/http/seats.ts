import { networksOf } from './client.ts'

/** How many connections may stay open at once, of one client, of the networks around it, and altogether. */
export interface Seats {
  /** @returns gives the seat back; `undefined` when there is none left. */
  take(client: string): (() => void) | undefined
  /** How many are taken, of all clients. */
  taken(): number
}

interface SeatLimits {
  readonly ofClient: number
  /** Of the networks around it, as `networksOf` counts them. @default four and eight times as many */
  readonly ofNetworks?: readonly [number, number]
  /** @default no limit */
  readonly altogether?: number
}

export function createSeats(limits: SeatLimits): Seats {
  const { ofClient, ofNetworks = [4 * ofClient, 8 * ofClient], altogether = Number.POSITIVE_INFINITY } = limits
  const max = [ofClient, ...ofNetworks]
  const taken = new Map<string, number>()
  let all = 0
  return {
    taken: () => all,
    take(client) {
      const networks = networksOf(client)
      const isFull = networks.some((network, i) => (taken.get(network) ?? 0) >= (max[i] ?? 0))
      if (isFull || all >= altogether) return undefined
      for (const network of networks) taken.set(network, (taken.get(network) ?? 0) + 1)
      all++
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        all--
        for (const network of networks) {
          const left = (taken.get(network) ?? 1) - 1
          if (left > 0) taken.set(network, left)
          else taken.delete(network)
        }
      }
    },
  }
}

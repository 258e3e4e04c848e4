import { networksOf } from './clientAddress.ts'

/** Limits the connections that are open at once: by client, by the networks around the client, and in total. */
export interface Seats {
  /** Takes a seat. @returns a function that gives the seat back; `undefined` if no seat is free. */
  take(client: string): (() => void) | undefined
  /** Returns the number of taken seats of all clients. */
  taken(): number
}

interface SeatLimits {
  readonly ofClient: number
  /** Limits of the two networks around the client, see `networksOf`. @default 4 and 8 times `ofClient` */
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

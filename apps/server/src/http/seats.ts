/** How many connections may stay open at once, of one client and altogether. */
export interface Seats {
  /** @returns gives the seat back; `undefined` when there is none left. */
  take(client: string): (() => void) | undefined
  /** How many are taken, of all clients. */
  taken(): number
}

export function createSeats(most: { readonly ofClient: number; readonly altogether: number }): Seats {
  const taken = new Map<string, number>()
  let all = 0
  return {
    taken: () => all,
    take(client) {
      const count = taken.get(client) ?? 0
      if (count >= most.ofClient || all >= most.altogether) return undefined
      taken.set(client, count + 1)
      all++
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        all--
        const left = (taken.get(client) ?? 1) - 1
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      }
    },
  }
}

/** A token bucket for each client. It holds `burst` tokens and refills by `perSecond`. */
export interface ClientRateLimit {
  /** Takes `cost` tokens of `client`. @returns 0 if it had enough, otherwise the whole seconds until it has. */
  take(client: string, cost: number): number
}

/** Creates a rate limit. It forgets clients with a full bucket. `now`: a monotonic clock in milliseconds. */
export function createClientRateLimit(options: {
  burst: number
  perSecond: number
  now?: () => number
}): ClientRateLimit {
  const { burst, perSecond, now = () => performance.now() } = options
  const buckets = new Map<string, { tokens: number; at: number }>()
  let sweepAt = now() + 60_000
  const refilled = (bucket: { tokens: number; at: number }, at: number) =>
    Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
  return {
    take(client, cost) {
      const at = now()
      if (at > sweepAt) {
        sweepAt = at + 60_000
        for (const [name, bucket] of buckets) if (refilled(bucket, at) >= burst) buckets.delete(name)
      }
      const bucket = buckets.get(client)
      const tokens = bucket === undefined ? burst : refilled(bucket, at)
      const isEnough = tokens >= Math.min(cost, burst)
      buckets.set(client, { tokens: isEnough ? tokens - cost : tokens, at })
      return isEnough ? 0 : Math.max(1, Math.ceil((Math.min(cost, burst) - tokens) / perSecond))
    },
  }
}

import type { RpcTransport } from '@solana/kit'
import { isTernError } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { type Endpoint, isNodeFault } from './endpoint.ts'

/** How long a node that failed is asked last. */
const restMs = 5000

/**
 * Asks the first node; on a fault of the node, not of the request, the next. One that failed rests for 5 s, or as long as
 * its `Retry-After` says, and is then asked only when all others fail too; those of which `isLast` is true, by their places,
 * after even these. @throws TernError the last node's fault.
 */
export function createFailover(
  endpoints: readonly Endpoint[],
  now: () => number,
  isLast: (node: number) => boolean = () => false,
): RpcTransport {
  if (endpoints.length === 0) throw new TernError('rpc/noEndpoint', {})
  const restsUntil = new Map<Endpoint, number>()

  function inTurn(): readonly Endpoint[] {
    const time = now()
    const rest = (endpoint: Endpoint) => Math.max((restsUntil.get(endpoint) ?? 0) - time, 0)
    const late = (one: Endpoint) => Number(isLast(endpoints.indexOf(one)))
    return endpoints.toSorted((a, b) => late(a) - late(b) || rest(a) - rest(b))
  }

  return async <T>(config: Parameters<RpcTransport>[0]) => {
    let last: unknown
    for (const endpoint of inTurn()) {
      try {
        return await endpoint.transport<T>(config)
      } catch (error) {
        if (!isNodeFault(error)) throw error
        restsUntil.set(
          endpoint,
          now() + (isTernError(error, 'rpc/tooManyRequests') ? error.facts.retryAfterMs : restMs),
        )
        last = error
      }
    }
    throw last
  }
}

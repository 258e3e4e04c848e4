import type { RpcTransport } from '@solana/kit'
import { TernError } from '@tern/core'
import { type Endpoint, isNodeFault, retryDelayMs } from './endpoint.ts'

/** How long a failed node is tried last. */
const restMs = 5000

/**
 * Creates a transport that asks the first node, and the next if the fault is the node's.
 * A failed node rests for 5 s, or as long as its `Retry-After` says. Meanwhile it is tried only after the others.
 *
 * @param isLast returns `true` for nodes to try after the others.
 * @throws TernError the fault that passes soonest if any is temporary, otherwise the last node's fault.
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
    let fault: unknown
    let faultDelayMs: number | undefined
    for (const endpoint of inTurn()) {
      try {
        return await endpoint.transport<T>(config)
      } catch (error) {
        if (!isNodeFault(error)) throw error
        const delayMs = retryDelayMs(error)
        restsUntil.set(endpoint, now() + (delayMs || restMs))
        if (faultDelayMs === undefined || (delayMs !== undefined && delayMs <= faultDelayMs))
          [fault, faultDelayMs] = [error, delayMs]
      }
    }
    throw fault
  }
}

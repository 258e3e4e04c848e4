import { TernError } from '@tern/core'

/** The faults between a client and the node. */
export interface Faults {
  /** Milliseconds of delay for every answer and every notification. */
  readonly lagMs: number
  /** How many slots the node is behind. */
  readonly lagSlots: number
  /**
   * A request beyond this limit gets HTTP 429 with `Retry-After`. Every call of a batch and every socket message
   * counts.
   */
  readonly requestsPerSecond: number
  /** Methods that the provider's plan excludes. */
  readonly refuseMethods: readonly string[]
  /** The HTTP status of a refused method; the body is a JSON-RPC error -32601. Providers use 200, 403 or 410. */
  readonly refuseStatus: number
  /** The share of HTTP requests, 0 to 1, that get HTTP 503 instead of reaching the node. */
  readonly refuseShare: number
  /** The share of HTTP requests, 0 to 1, whose answer is cut in the middle. The node has carried out the call. */
  readonly truncateShare: number
  /** While `true`, open sockets are cut and new sockets are refused. */
  readonly dropSockets: boolean
  /** While `true`, requests never get an answer, and sockets are silent. */
  readonly hang: boolean
}

/** A healthy node without limits. */
export const noFaults: Faults = {
  lagMs: 0,
  lagSlots: 0,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  refuseMethods: [],
  refuseStatus: 403,
  refuseShare: 0,
  truncateShare: 0,
  dropSockets: false,
  hang: false,
}

/**
 * Returns `faults` with the given changes.
 * @throws TernError `practice/proxy` for an unknown name or a value out of range.
 */
export function changeFaults(faults: Faults, change: Partial<Faults>): Faults {
  for (const name of Object.keys(change)) if (!Object.hasOwn(noFaults, name)) refuse(name, 'is not known')
  const changed = { ...faults, ...change }
  const { lagMs, lagSlots, requestsPerSecond, refuseMethods, refuseStatus, refuseShare, truncateShare } = changed
  if (!(lagMs >= 0 && lagMs <= 600_000)) refuse('lagMs', 'is 0 to 600000')
  if (!Number.isSafeInteger(lagSlots) || lagSlots < 0) refuse('lagSlots', 'is a whole number from 0')
  if (!(requestsPerSecond > 0)) refuse('requestsPerSecond', 'is above 0')
  if (!Array.isArray(refuseMethods)) refuse('refuseMethods', 'is a list of methods')
  if (!Number.isInteger(refuseStatus) || refuseStatus < 200 || refuseStatus > 599)
    refuse('refuseStatus', 'is an HTTP status')
  if (!(refuseShare >= 0 && refuseShare <= 1)) refuse('refuseShare', 'is 0 to 1')
  if (!(truncateShare >= 0 && truncateShare <= 1)) refuse('truncateShare', 'is 0 to 1')
  return changed
}

function refuse(name: string, why: string): never {
  throw new TernError('practice/proxy', { name, why })
}

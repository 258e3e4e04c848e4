import { TernError } from '@tern/core/serverErrors'

/** What is wrong with the way to the node. */
export interface Faults {
  /** Every answer and every notification arrives this much later. */
  readonly lagMs: number
  /** The node is this many slots behind. */
  readonly lagSlots: number
  /** What is asked beyond it gets HTTP 429 with `Retry-After`; each call of a batch counts, each message of a socket too. */
  readonly requestsPerSecond: number
  /** Methods that the plan does not have. */
  readonly refuseMethods: readonly string[]
  /** The HTTP status of such a refusal; its body is a JSON-RPC error -32601. Plans differ: 200, 403, 410. */
  readonly refuseStatus: number
  /** The share of HTTP requests, 0 to 1, that get HTTP 503 instead of reaching the node. */
  readonly refuseShare: number
  /** The share of HTTP requests, 0 to 1, whose answer breaks off in the middle. What was asked has been done. */
  readonly truncateShare: number
  /** While it is set, open sockets are cut and new ones refused. */
  readonly dropSockets: boolean
  /** While it is set, requests are taken and never answered, and sockets are silent. */
  readonly hang: boolean
}

/** A good node on a good plan. */
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

/** `faults` with `change`. @throws TernError `practice/proxy` for what is no fault. */
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

import { TernError } from '@tern/core'
import type { Upstream } from '../gateway/upstream.ts'

/** A node's report about itself. */
export interface Glimpse {
  readonly genesisHash: string
  /** The newest confirmed slot. */
  readonly slot: number
}

/** Guards all requests to a node. An address that led to this chain's node may later lead to another cluster's node. */
export interface ChainGuard {
  /** The node's last report. `undefined`: it never answered. */
  readonly last: Glimpse | undefined
  /** `true` if it answered the last read. */
  readonly isAwake: boolean
  readonly isSame: boolean
  /**
   * @throws TernError `gateway/otherChain` if the node's last report names another chain; `gateway/unreachable` if it
   *   never answered.
   */
  assertSame(): Promise<void>
  stop(): void
}

/**
 * Milliseconds between two reads.
 * A send reads again first if the last answer is older than this, failed, or named another chain.
 */
const everyMs = 10_000
/**
 * Max wait of a send for the node's report. A silent node is not on another chain, and providers may work without it.
 */
const waitMs = 1_000

interface GuardOptions {
  /** Reads the node's current report. */
  readonly read: (signal: AbortSignal) => Promise<Glimpse>
  /** The expected genesis hash. */
  readonly expected: string
  /** The report from the start. `undefined`: the node did not answer. */
  readonly first: Glimpse | undefined
  /** Called when the node turns out to be on another chain, or on this chain again. */
  readonly onTurn?: () => void
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** Creates a guard. It runs a timer, so call `stop`. */
export function guardChain({ read, expected, first, onTurn, now = () => performance.now() }: GuardOptions): ChainGuard {
  let last = first
  let answeredAt = first === undefined ? Number.NEGATIVE_INFINITY : now()
  let asking: Promise<void> | undefined

  const ask = async () => {
    try {
      const before = last
      last = await read(AbortSignal.timeout(waitMs))
      answeredAt = now()
      if (before?.genesisHash !== last.genesisHash) onTurn?.()
    } catch {
      answeredAt = Number.NEGATIVE_INFINITY
    } finally {
      asking = undefined
    }
  }
  const askOnce = () => {
    asking ??= ask()
    return asking
  }
  const isSame = () => last?.genesisHash === expected
  const timer = setInterval(askOnce, everyMs)
  return {
    get last() {
      return last
    },
    get isAwake() {
      return answeredAt > Number.NEGATIVE_INFINITY
    },
    get isSame() {
      return isSame()
    },
    async assertSame() {
      if (!isSame() || now() - answeredAt > everyMs) await askOnce()
      if (last === undefined) throw new TernError('gateway/unreachable', { method: 'getGenesisHash' })
      if (!isSame()) throw new TernError('gateway/otherChain', { expected, actual: last.genesisHash })
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Asserts that at least one node is on the chain.
 * If a node's last report names this chain, the call does not wait for new reports: providers accept sends while the
 * nodes hang. The nodes are asked in the background.
 *
 * @throws TernError like `assertSame` of each guard.
 */
export async function assertAnySame(guards: readonly Pick<ChainGuard, 'isSame' | 'assertSame'>[]): Promise<void> {
  const isOneSame = guards.some(({ isSame }) => isSame)
  const asked = guards.map(guard => guard.assertSame())
  const answered = Promise.any(asked).catch(() => (isOneSame ? undefined : Promise.all(asked)))
  if (!isOneSame) await answered
}

/**
 * Returns the upstream, guarded: while the node is on another chain, it answers only `getGenesisHash`. Clients would
 * take its other answers for this chain's.
 */
export const guardedUpstream = (upstream: Upstream, guard: Pick<ChainGuard, 'assertSame' | 'isSame'>): Upstream => ({
  get subscriptionsUrl() {
    return guard.isSame ? upstream.subscriptionsUrl : undefined
  },
  async ask(call, signal) {
    if (call.method === 'sendTransaction' || (!guard.isSame && call.method !== 'getGenesisHash'))
      await guard.assertSame()
    return upstream.ask(call, signal)
  },
})

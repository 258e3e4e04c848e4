import { TernError } from '@tern/core/serverErrors'
import type { Upstream } from '../gateway/upstream.ts'
import type { Relayer } from '../relayer/relay.ts'

/** What a node says of itself. */
export interface Glimpse {
  readonly genesisHash: string
  /** The newest confirmed one. */
  readonly slot: number
}

/** Stands before whatever asks a node or sends to it: an address may come to lead to another cluster's node. */
export interface ChainGuard {
  /** What the node said last; `undefined`: it never answered. */
  readonly last: Glimpse | undefined
  /** Whether it answered when it was asked last. */
  readonly isAwake: boolean
  readonly isSame: boolean
  /** @throws TernError `gateway/otherChain` when the node's last word is that it is of another chain, `gateway/unreachable` when it has said none. */
  assertSame(): Promise<void>
  stop(): void
}

/** The node is asked so often, and before something is sent whenever its last answer is older than that, or was none. */
const everyMs = 10_000
/** What is to be sent waits no longer for its answer: a node that is away is no other one, and providers may work without it. */
const waitMs = 1_000

interface GuardOptions {
  /** Of the node, as of now. */
  readonly read: (signal: AbortSignal) => Promise<Glimpse>
  /** The genesis hash. */
  readonly expected: string
  /** What it said at the start; `undefined`: nothing. */
  readonly first: Glimpse | undefined
  /** Whenever it turns out to be of another chain, or of this one again. */
  readonly onTurn?: () => void
  /** Milliseconds, steady. */
  readonly now?: () => number
}

/** Has a timer: `stop` it. */
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
 * That one of several nodes is of the chain. Nobody waits for what a node says now, if that was its last word: providers take what is
 * sent while it hangs, and it is asked beside. @throws TernError as `assertSame` of each.
 */
export async function assertAnySame(guards: readonly Pick<ChainGuard, 'isSame' | 'assertSame'>[]): Promise<void> {
  const isOneSame = guards.some(({ isSame }) => isSame)
  const asked = guards.map(guard => guard.assertSame())
  const answered = Promise.any(asked).catch(() => (isOneSame ? undefined : Promise.all(asked)))
  if (!isOneSame) await answered
}

/** The relayer, which sends nothing while no node is of the chain. */
export const guardedRelayer = (relayer: Relayer, guard: Pick<ChainGuard, 'assertSame'>): Relayer => ({
  async relay(body, client) {
    await guard.assertSame()
    return relayer.relay(body, client)
  },
})

/** The node behind the gateway, which while it is of another chain only says of which: what it said else would be taken for true. */
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

import { TernError } from '@tern/core/serverErrors'
import type { Upstream } from '../gateway/upstream.ts'
import type { Relayer } from '../relayer/relay.ts'

/** Stands before whatever sends: an address may come to lead to another cluster's node. */
export interface ChainGuard {
  /** @throws TernError `gateway/otherChain` when the node's last word is that it is of another chain. */
  assertSame(): Promise<void>
  stop(): void
}

/** The node is asked so often, and before something is sent whenever its last answer is older than that, or was none. */
const everyMs = 10_000
/** What is to be sent waits no longer for its answer: a node that is away is no other one, and providers may work without it. */
const waitMs = 1_000

/** `readGenesisHash`: of the node, as of now. `now`: milliseconds, steady. Has a timer: `stop` it. */
export function guardChain(
  readGenesisHash: (signal: AbortSignal) => Promise<string>,
  expected: string,
  now: () => number = () => performance.now(),
): ChainGuard {
  let actual = expected
  let answeredAt = now()
  let asking: Promise<void> | undefined

  const ask = async () => {
    try {
      actual = await readGenesisHash(AbortSignal.timeout(waitMs))
      answeredAt = now()
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
  const timer = setInterval(askOnce, everyMs)
  return {
    async assertSame() {
      if (actual !== expected || now() - answeredAt > everyMs) await askOnce()
      if (actual !== expected) throw new TernError('gateway/otherChain', { expected, actual })
    },
    stop: () => clearInterval(timer),
  }
}

/** The relayer, which sends nothing while the node is of another chain. */
export const guardedRelayer = (relayer: Relayer, guard: Pick<ChainGuard, 'assertSame'>): Relayer => ({
  async relay(body) {
    await guard.assertSame()
    return relayer.relay(body)
  },
})

/** The node behind the gateway, which is told of no transaction while it is of another chain. */
export const guardedUpstream = (upstream: Upstream, guard: Pick<ChainGuard, 'assertSame'>): Upstream => ({
  ...upstream,
  async ask(call, signal) {
    if (call.method === 'sendTransaction') await guard.assertSame()
    return upstream.ask(call, signal)
  },
})

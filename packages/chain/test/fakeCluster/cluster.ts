import { type SignedTransaction, TernError } from '@tern/core'
import type { Provider } from '../../src/send/provider.ts'
import type { Sources } from '../../src/send/track.ts'
import { type FaultPlan, fineProvider } from './faultPlan.ts'
import type { ClusterTransaction, Ledger } from './ledger.ts'
import { createFakeNode } from './node.ts'
import { pauseOf, type Session } from './pageLife.ts'
import { createFakeSocket } from './socket.ts'
import type { Timeline } from './timeline.ts'

/** Connects a page to the cluster: its nodes, their sockets, and the clock. */
export function connectSources(
  plan: FaultPlan,
  { ledger, timeline, session }: { readonly ledger: Ledger; readonly timeline: Timeline; readonly session: Session },
): Sources {
  return {
    nodes: plan.nodes.map(node => createFakeNode(node, { plan, ledger, timeline, session })),
    sockets: plan.nodes.map(node => createFakeSocket(node, { plan, ledger, timeline, session })),
    now: timeline.now,
    pause: pauseOf(session, timeline),
    random: dice(plan.healedAtMs),
  }
}

const refused = new TernError('send/failed', { why: 'Service Unavailable' })
const unanswered = new TernError('send/timedOut', {})
const answerMs = 50
const providerTimeoutMs = 5000

/** Creates the plan's providers. Each counts its submissions over all lives of the page. */
export function createFakeProviders(
  plan: FaultPlan,
  timeline: Timeline,
  {
    onBytes,
    receive,
  }: {
    readonly onBytes: (transaction: SignedTransaction) => void
    readonly receive: (transaction: SignedTransaction) => void
  },
): (session: Session) => readonly Provider[] {
  const counts = plan.providers.map(() => 0)
  return session =>
    plan.providers.map(({ sendings }, i) => ({
      name: `provider ${i}`,
      minimumTip: 0n,
      tipAccounts: [],
      send: transaction =>
        session.act(async () => {
          onBytes(transaction)
          const isHealed = timeline.now() >= plan.healedAtMs
          const all = isHealed ? fineProvider.sendings : sendings
          const count = counts[i] ?? 0
          counts[i] = count + 1
          const { arrivesAfterMs, answer } = all[count % all.length] ?? { answer: 'taken' }
          if (arrivesAfterMs !== undefined)
            timeline.at(timeline.now() + arrivesAfterMs, () => receive(transaction), 'quiet')
          await timeline.pause(answer === 'nothing' ? providerTimeoutMs : answerMs)
          if (answer !== 'taken') throw answer === 'refused' ? refused : unanswered
        }),
    }))
}

export const clusterTransaction = (name: string, { message }: SignedTransaction): ClusterTransaction => {
  const { lifetime } = message
  return {
    signature: name,
    life: lifetime.kind === 'nonce' ? { nonce: lifetime.nonce } : { blockhash: lifetime.blockhash },
  }
}

/** A deterministic random generator (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

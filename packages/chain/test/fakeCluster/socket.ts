import { TernError } from '@tern/core'
import type { Subscriber, Subscriptions } from '../../src/rpc/socket.ts'
import { type FaultPlan, type NodePlan, socketStateAt, soonOver } from './faultPlan.ts'
import { commitmentAt, type Ledger } from './ledger.ts'
import type { Session } from './pageLife.ts'
import type { Timeline } from './timeline.ts'

const broken = new TernError('rpc/unreachable', { method: 'signatureSubscribe' })

/** Creates a node's WebSocket. It notifies once when a transaction is confirmed. */
export function createFakeSocket(
  node: NodePlan,
  {
    plan,
    ledger,
    timeline,
    session,
  }: { readonly plan: FaultPlan; readonly ledger: Ledger; readonly timeline: Timeline; readonly session: Session },
): Subscriptions {
  const stateNow = () => socketStateAt(node, plan, timeline.now())

  async function subscribe(signature: string, { signal, onValue }: Subscriber): Promise<void> {
    let end: (error?: unknown) => void = () => undefined
    const ended = new Promise<void>((resolve, reject) => {
      end = error => (error === undefined ? resolve() : reject(error))
    })
    let isCut = false
    const push = (value: unknown, afterMs: number) =>
      timeline.at(timeline.now() + afterMs, () => {
        if (!session.isAlive || isCut || signal.aborted) return
        try {
          onValue(value)
        } catch (error) {
          end(error)
        }
      })
    const state = stateNow()
    if (state.is === 'fine' || state.is === 'cut' || state.is === 'noisy')
      tellWhenConfirmed(signature, (slot, error) => {
        const value = { context: { slot: BigInt(slot) }, value: { err: error } }
        if (state.is !== 'noisy') return push(value, state.is === 'fine' ? state.delayMs : 100)
        for (const times of [1, 2, 30]) push(value, state.delayMs * times)
      })
    if (state.is === 'noisy')
      for (const value of [
        { context: { slot: 1n }, value: 'receivedSignature' },
        { context: { slot: 1n }, value: {} },
      ])
        push(value, 10)
    if (state.is === 'lies') {
      const err = state.says === 'failed' ? { InstructionError: [0, { Custom: 1 }] } : null
      push({ context: { slot: BigInt(state.claimedSlot ?? soonOver) }, value: { err } }, state.afterMs)
    }
    if (state.is === 'cut')
      timeline.at(state.atMs, () => {
        isCut = true
        end(broken)
      })
    signal.addEventListener('abort', () => end(), { once: true })
    if (signal.aborted) end()
    await ended
  }

  const waiting = new Map<string, ((slot: number, error: unknown) => void)[]>()
  function tellWhenConfirmed(signature: string, tell: (slot: number, error: unknown) => void) {
    waiting.set(signature, [...(waiting.get(signature) ?? []), tell])
    look()
  }
  function look() {
    if (!session.isAlive) waiting.clear()
    for (const [signature, listeners] of waiting) {
      const landing = ledger.landingOf(signature)
      const commitment = commitmentAt(landing, ledger.tip)
      if (landing === undefined || commitment === undefined || commitment === 'processed') continue
      waiting.delete(signature)
      for (const tell of listeners) tell(ledger.tip - 1, landing.error)
    }
  }
  ledger.onSlot(look)

  return {
    subscribe: (_topic, [signature], subscriber) =>
      session.act(async () => {
        await timeline.pause(50)
        const state = stateNow()
        if (state.is === 'refused' || (state.is === 'cut' && timeline.now() >= state.atMs)) throw broken
        subscriber.onLive?.()
        await subscribe(String(signature), subscriber)
      }),
  }
}

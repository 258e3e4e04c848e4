import { TernError } from '@tern/core/tradeErrors'
import type { Subscriptions } from '../../src/rpc/subscriptions.ts'
import { commitmentAt, type Ledger } from './ledger.ts'
import type { FaultPlan, NodePlan, SocketState } from './plan.ts'
import type { Session } from './session.ts'
import type { Timeline } from './timeline.ts'

const broken = new TernError('rpc/unreachable', { method: 'signatureSubscribe' })

/** The WebSocket of one node: tells once when a transaction is confirmed. */
export function createFakeSocket(
  { socket }: NodePlan,
  plan: FaultPlan,
  ledger: Ledger,
  timeline: Timeline,
  session: Session,
): Subscriptions {
  function stateNow(): SocketState {
    const isHealed = timeline.now() >= plan.healedAtMs && socket.is !== 'lies'
    return isHealed ? { is: 'fine', delayMs: 100 } : socket
  }

  function subscribe(signature: string, signal: AbortSignal): AsyncIterable<unknown> {
    const queue: unknown[] = []
    let isCut = false
    let wake: () => void = () => undefined
    const push = (value: unknown, afterMs: number) =>
      timeline.at(timeline.now() + afterMs, () => {
        if (!session.isAlive || isCut) return
        queue.push(value)
        wake()
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
      push({ context: { slot: 30_001n }, value: { err } }, state.afterMs)
    }
    if (state.is === 'cut')
      timeline.at(state.atMs, () => {
        isCut = true
        wake()
      })
    signal.addEventListener('abort', () => wake(), { once: true })

    return (async function* () {
      while (!signal.aborted) {
        const next = queue.shift()
        if (next !== undefined) yield next
        else if (isCut) throw broken
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    })()
  }

  const waiting = new Map<string, ((slot: number, error: unknown) => void)[]>()
  function tellWhenConfirmed(signature: string, tell: (slot: number, error: unknown) => void) {
    waiting.set(signature, [...(waiting.get(signature) ?? []), tell])
    look()
  }
  function look() {
    if (!session.isAlive) waiting.clear()
    for (const [signature, tells] of waiting) {
      const landing = ledger.landingOf(signature)
      const commitment = commitmentAt(landing, ledger.tip)
      if (landing === undefined || commitment === undefined || commitment === 'processed') continue
      waiting.delete(signature)
      for (const tell of tells) tell(ledger.tip - 1, landing.error)
    }
  }
  ledger.onSlot(look)

  const api = {
    signatureNotifications: (signature: string) => ({
      subscribe: ({ abortSignal }: { readonly abortSignal: AbortSignal }) =>
        session.act(async () => {
          await timeline.pause(50)
          const state = stateNow()
          if (state.is === 'refused' || (state.is === 'cut' && timeline.now() >= state.atMs)) throw broken
          return subscribe(signature, abortSignal)
        }),
    }),
  }
  return api as unknown as Subscriptions
}

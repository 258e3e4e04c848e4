import { describe, expect, it } from 'vitest'
import { createOpenSubscriptions } from './openSubscriptions.ts'

const ask = (id: number) => ({ id, method: 'signatureSubscribe', params: [] })
const answer = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
const outcome = (subscription: number, value: unknown) =>
  JSON.stringify({ method: 'signatureNotification', params: { subscription, result: { context: {}, value } } })

describe('open subscriptions', () => {
  it('counts a subscription until it is refused or ended', () => {
    const open = createOpenSubscriptions()
    open.onSubscribe(ask(1))
    open.onSubscribe(ask(2))
    expect(open.count).toBe(2)
    open.onNodeMessage(answer(1, 70))
    open.onNodeMessage(JSON.stringify({ jsonrpc: '2.0', id: 2, error: { code: -32602 } }))
    expect(open.count).toBe(1)
    open.onUnsubscribe({ id: 3, method: 'signatureUnsubscribe', params: [71] })
    expect(open.count).toBe(1)
    open.onUnsubscribe({ id: 4, method: 'signatureUnsubscribe', params: [70] })
    expect(open.count).toBe(0)
  })

  it('counts a signature’s subscription until its outcome, not its receipt', () => {
    const open = createOpenSubscriptions()
    open.onSubscribe(ask(1))
    open.onNodeMessage(answer(1, 70))
    open.onNodeMessage(outcome(70, 'receivedSignature'))
    expect(open.count).toBe(1)
    open.onNodeMessage(outcome(70, { err: null }))
    expect(open.count).toBe(0)
  })

  it('ignores the end of a subscription that was never open', () => {
    const open = createOpenSubscriptions()
    open.onSubscribe(ask(1))
    for (let id = 0; id < 5; id++) open.onUnsubscribe({ id, method: 'signatureUnsubscribe', params: [id] })
    open.onNodeMessage('not json')
    expect(open.count).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { createOpenSubscriptions } from './openSubscriptions.ts'

const ask = (id: number) => ({ id, method: 'signatureSubscribe', params: [] })
const answer = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
const outcome = (subscription: number, value: unknown) =>
  JSON.stringify({ method: 'signatureNotification', params: { subscription, result: { context: {}, value } } })

describe('open subscriptions', () => {
  it('counts a subscription until it is refused or ended', () => {
    const open = createOpenSubscriptions()
    open.asked(ask(1))
    open.asked(ask(2))
    expect(open.count).toBe(2)
    open.heard(answer(1, 70))
    open.heard(JSON.stringify({ jsonrpc: '2.0', id: 2, error: { code: -32602 } }))
    expect(open.count).toBe(1)
    open.ended({ id: 3, method: 'signatureUnsubscribe', params: [71] })
    expect(open.count).toBe(1)
    open.ended({ id: 4, method: 'signatureUnsubscribe', params: [70] })
    expect(open.count).toBe(0)
  })

  it('counts a signature’s subscription until its outcome, not its receipt', () => {
    const open = createOpenSubscriptions()
    open.asked(ask(1))
    open.heard(answer(1, 70))
    open.heard(outcome(70, 'receivedSignature'))
    expect(open.count).toBe(1)
    open.heard(outcome(70, { err: null }))
    expect(open.count).toBe(0)
  })

  it('ignores the end of a subscription that was never open', () => {
    const open = createOpenSubscriptions()
    open.asked(ask(1))
    for (let id = 0; id < 5; id++) open.ended({ id, method: 'signatureUnsubscribe', params: [id] })
    open.heard('not json')
    expect(open.count).toBe(1)
  })
})

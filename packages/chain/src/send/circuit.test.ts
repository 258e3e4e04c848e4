import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCircuit, type Verdict } from './circuit.ts'

function openCircuit() {
  let time = 1_000
  const circuit = createCircuit(() => time)
  const send = (verdict: Verdict) => {
    const leave = circuit.enter()
    leave?.(verdict)
    return leave !== undefined
  }
  return {
    circuit,
    send,
    wait: (ms: number) => (time += ms),
    times: (n: number, v: Verdict) => Array.from({ length: n }, () => send(v)),
  }
}

describe('a circuit', () => {
  it('opens for 15 s at the fifth failure within 30 s', () => {
    const { circuit, send, wait, times } = openCircuit()
    times(4, 'failed')
    expect(circuit.state()).toEqual({ circuit: 'closed', retryInMs: 0 })
    wait(29_999)
    send('failed')
    expect(circuit.state()).toEqual({ circuit: 'open', retryInMs: 15_000 })
    wait(14_999)
    expect([send('ok'), circuit.state().retryInMs]).toEqual([false, 1])
    wait(1)
    expect(circuit.state()).toEqual({ circuit: 'halfOpen', retryInMs: 0 })
  })

  it('forgets a failure after 30 s', () => {
    const { circuit, wait, times } = openCircuit()
    times(4, 'failed')
    wait(30_000)
    times(4, 'failed')
    expect(circuit.state().circuit).toBe('closed')
  })

  it('stays closed when failures are further apart, with or without a success between', () => {
    const { circuit, wait, send, times } = openCircuit()
    for (let i = 0; i < 50; i++) {
      send('failed')
      send('ok')
      wait(7_501)
    }
    expect(circuit.state().circuit).toBe('closed')
    times(4, 'failed')
    expect(circuit.state().circuit).toBe('open')
  })

  it('lets one request try, which closes it or opens it again', () => {
    const { circuit, wait, send, times } = openCircuit()
    times(5, 'failed')
    wait(15_000)
    const leave = circuit.enter()
    expect(circuit.enter()).toBeUndefined()
    leave?.('failed')
    expect(circuit.state()).toEqual({ circuit: 'open', retryInMs: 15_000 })
    wait(15_000)
    expect(send('unknown')).toBe(true)
    expect(circuit.state().circuit).toBe('halfOpen')
    expect(send('ok')).toBe(true)
    expect(circuit.state().circuit).toBe('closed')
    times(4, 'failed')
    expect(circuit.state().circuit).toBe('closed')
  })

  it('opens for as long as the endpoint asks, and for ten minutes after a lie', () => {
    const { circuit, send, wait } = openCircuit()
    send({ restMs: 7_000 })
    expect(circuit.state().retryInMs).toBe(7_000)
    wait(7_000)
    send({ restMs: 3_000 })
    expect(circuit.state()).toEqual({ circuit: 'open', retryInMs: 3_000 })
    wait(3_000)
    send('ok')
    send('untrusted')
    expect(circuit.state().retryInMs).toBe(600_000)
  })

  it('is neither closed nor kept open longer by requests from before it opened', () => {
    const { circuit, times, wait } = openCircuit()
    const late = Array.from({ length: 7 }, circuit.enter)
    times(5, 'failed')
    wait(5_000)
    for (const [index, leave] of late.entries()) leave?.(index === 0 ? 'ok' : 'failed')
    expect(circuit.state()).toEqual({ circuit: 'open', retryInMs: 10_000 })
  })

  it('lets a request through within 10 minutes, after any history', () => {
    const verdicts = fc.oneof(
      fc.constantFrom<Verdict>('ok', 'failed', 'unknown', 'untrusted'),
      fc.integer({ min: 1_000, max: 60_000 }).map(restMs => ({ restMs })),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(verdicts, fc.integer({ min: 0, max: 40_000 }))), history => {
        const { circuit, send, wait } = openCircuit()
        for (const [verdict, ms] of history) {
          send(verdict)
          wait(ms)
        }
        const { retryInMs } = circuit.state()
        expect(retryInMs).toBeLessThanOrEqual(600_000)
        wait(retryInMs)
        expect([send('ok'), circuit.state().circuit]).toEqual([true, 'closed'])
      }),
    )
  })
})

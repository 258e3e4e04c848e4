import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { transactionOf } from '../../test/providerServer.ts'
import { type ProviderEndpoint, providerOf } from './provider.ts'
import { type Timers, watchProviders } from './providerHealth.ts'

/** A clock that moves only on demand. */
function virtualTimers() {
  let time = 0
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  const timers: Timers = {
    now: () => time,
    after(ms, run) {
      const one = { at: time + ms, run }
      waiting.add(one)
      return () => waiting.delete(one)
    },
  }
  async function pass(ms: number) {
    const end = time + ms
    for (;;) {
      await settle()
      const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      time = next.at
      waiting.delete(next)
      next.run()
    }
    time = end
    await settle()
  }
  return { timers, pass, waiting }
}

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

type Work = (signal: AbortSignal) => Promise<void>

/** An endpoint that follows instructions and records the times of its requests. */
function endpointOf(name: string, { now, after }: Timers) {
  const does: { send: Work; probe: Work } = { send: async () => {}, probe: async () => {} }
  const sent: number[] = []
  const probed: number[] = []
  const endpoint: ProviderEndpoint = {
    name,
    send: async (_, { signal }) => {
      sent.push(now())
      await does.send(signal)
    },
    probe: async signal => {
      probed.push(now())
      await does.probe(signal)
    },
  }
  const late = (ms: number) => () => new Promise<void>(resolve => void after(ms, resolve))
  return { endpoint, does, sent, probed, late }
}

const failing =
  (error: TernError): Work =>
  () =>
    Promise.reject(error)
const hanging: Work = signal =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const broken = new TernError('send/endpointFailed', { endpoint: 'x', why: 'HTTP 500' })
const refusal = new TernError('send/endpointRefused', { endpoint: 'x', code: -1, message: 'no' })
const tooOften = (retryAfterMs: number) => new TernError('send/tooManyRequests', { endpoint: 'x', retryAfterMs })
const lie = new TernError('send/wrongSignature', { endpoint: 'x', expected: 'a', actual: 'b' })

function watch(count = 1) {
  const { timers, pass, waiting } = virtualTimers()
  const endpoints = Array.from({ length: count }, (_, i) => endpointOf(`e${i + 1}`, timers))
  const provider = providerOf({
    name: 'some',
    minimumTip: 0n,
    tipAccounts: [],
    endpoints: endpoints.map(({ endpoint }) => endpoint),
    failure: cause => new TernError('send/failed', { why: `${cause.errors.length} failed` }, { cause }),
  })
  const health = watchProviders([provider], timers)
  const [guarded] = health.providers
  const { signal } = new AbortController()
  const send = async (options = { signal }) =>
    guarded?.send(transactionOf(1), options).then(
      () => 'sent',
      (error: unknown) => error,
    )
  return { ...{ timers, pass, waiting, endpoints, health, send, provider }, state: () => health.state() }
}

describe('the state of each endpoint', () => {
  it('is probed at once and every 30 s, and the duration is its latency', async () => {
    const { endpoints, pass, state, health, waiting } = watch(2)
    const [first, second] = endpoints
    if (first === undefined || second === undefined) return expect.fail()
    expect(state().map(({ latencyMs }) => latencyMs)).toEqual([null, null])
    first.does.probe = first.late(100)
    second.does.probe = hanging
    await pass(30_000)
    expect(first.probed).toEqual([0, 30_000])
    await pass(200)
    // The first probe took no time. The second took 100 ms, and counts a quarter.
    expect(state()[0]).toEqual({
      ...{ provider: 'some', endpoint: 'e1', circuit: 'closed', retryInMs: 0, latencyMs: 25, lastError: null },
    })
    await pass(30_000)
    expect(first.probed).toEqual([0, 30_000, 60_000])
    health.stop()
    await pass(0)
    expect(waiting.size).toBe(0)
    await pass(100_000)
    expect(first.probed.length).toBe(3)
  })

  it('records a timeout after 4 s as its last error', async () => {
    const { endpoints, pass, state } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    await pass(20_000)
    one.does.probe = hanging
    await pass(13_999)
    expect(state()[0]).toMatchObject({ latencyMs: 0, lastError: null })
    await pass(1)
    expect(state()[0]?.lastError).toEqual({ code: 'send/timedOut', text: 'Transaction sending timed out', agoMs: 0 })
    await pass(5)
    expect(state()[0]?.lastError?.agoMs).toBe(5)
  })

  it('is not probed while it is rate-limited, and still gets transactions', async () => {
    const { endpoints, pass, state, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.probe = failing(tooOften(60_000))
    await pass(30_000)
    one.does.probe = async () => {}
    await pass(60_000)
    expect(one.probed).toEqual([0, 30_000, 90_000])
    expect([await send(), state()[0]?.circuit]).toEqual(['sent', 'closed'])
  })
})

describe('a provider with watched endpoints', () => {
  it('sends to working endpoints, and skips one after five failures until a trial succeeds', async () => {
    const { endpoints, pass, state, send } = watch(2)
    const [bad, good] = endpoints
    if (bad === undefined || good === undefined) return expect.fail()
    bad.does.send = failing(broken)
    for (let i = 0; i < 8; i++) expect(await send()).toBe('sent')
    expect([bad.sent.length, good.sent.length]).toEqual([5, 8])
    expect(state().map(({ circuit }) => circuit)).toEqual(['open', 'closed'])
    expect(state()[0]).toMatchObject({ retryInMs: 15_000, lastError: { text: 'x does not work: HTTP 500' } })

    await pass(15_000)
    expect(state()[0]?.circuit).toBe('halfOpen')
    bad.does.send = bad.late(1_000)
    await Promise.all([send(), send(), send()])
    expect(bad.sent.length).toBe(6)
    await pass(1_000)
    expect(state()[0]?.circuit).toBe('closed')
    await send()
    expect(bad.sent.length).toBe(7)
  })

  it('reports at once that all endpoints are skipped, and tries them again later', async () => {
    const { endpoints, pass, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.send = failing(tooOften(7_000))
    await send()
    const error = await send()
    expect(error).toMatchObject({ code: 'send/failed' })
    expect((error as { cause: AggregateError }).cause.errors[0]).toMatchObject({
      code: 'send/resting',
      message: 'e1 failed too often and is paused for 7 s',
    })
    expect(one.sent.length).toBe(1)
    await pass(7_000)
    one.does.send = async () => {}
    expect(await send()).toBe('sent')
  })

  it('does not count a refused transaction as a failure', async () => {
    const { endpoints, state, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.send = failing(refusal)
    for (let i = 0; i < 20; i++) await send()
    expect([one.sent.length, state()[0]?.circuit]).toEqual([20, 'closed'])
    expect(state()[0]?.lastError?.code).toBe('send/endpointRefused')
  })

  it('is skipped for ten minutes after it returned another signature', async () => {
    const { endpoints, state, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.send = failing(lie)
    await send()
    expect(state()[0]).toMatchObject({ circuit: 'open', retryInMs: 600_000 })
  })

  it('is not blamed for requests that the caller cancelled', async () => {
    const { endpoints, state, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.send = hanging
    for (let i = 0; i < 10; i++) {
      const abort = new AbortController()
      const sending = send({ signal: abort.signal })
      abort.abort('enough')
      expect(await sending).toBe('enough')
    }
    expect(state()[0]).toMatchObject({ circuit: 'closed', lastError: null })
  })

  it('counts failed probes too: five within 30 s open the circuit', async () => {
    const { endpoints, pass, state, send } = watch()
    const [one] = endpoints
    if (one === undefined) return expect.fail()
    one.does.send = failing(broken)
    one.does.probe = failing(broken)
    await pass(29_000)
    for (let i = 0; i < 4; i++) await send()
    expect(state()[0]?.circuit).toBe('closed')
    await pass(1_000)
    expect(state()[0]?.circuit).toBe('open')
  })
})

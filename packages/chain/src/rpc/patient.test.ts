import type { RpcTransport } from '@solana/kit'
import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createPatientTransport } from './patient.ts'

const method = 'getSlot'
const reset = new TernError('rpc/unreachable', { method })
const busy = (retryAfterMs: number) => new TernError('rpc/tooManyRequests', { method, retryAfterMs })
const unavailable = (retryAfterMs: number) => new TernError('rpc/badAnswer', { method, why: 'HTTP 503', retryAfterMs })
const broken = new TernError('rpc/badAnswer', { method, why: 'HTTP 500' })
const refused = new TernError('rpc/refused', { method, code: -32602, message: 'no' })
const timedOut = new TernError('rpc/timedOut', { method, timeoutMs: 5000 })

/** A transport that fails with these errors in turn, then answers. */
function failing(...errors: readonly Error[]) {
  const waits: number[] = []
  let count = 0
  const transport = (async () => {
    const error = errors[count++]
    if (error !== undefined) throw error
    return 'answer'
  }) as RpcTransport
  const patient = createPatientTransport(
    transport,
    async ms => void waits.push(ms),
    () => 0,
  )
  const ask = (asked = method, signal?: AbortSignal) =>
    patient({ payload: { method: asked }, ...(signal && { signal }) })
  return { ask, waits, count: () => count }
}

describe('a read', () => {
  it.each([
    ['a connection that broke', reset, 250],
    ['503 without a time', unavailable(0), 250],
    ['503 with a time', unavailable(2000), 2000],
    ['429', busy(1000), 1000],
  ])('is retried after %s', async (_, error, waitMs) => {
    const { ask, waits } = failing(error)
    expect([await ask(), waits]).toEqual(['answer', [waitMs]])
  })

  it('waits twice as long each time, and gives up after 5 s with the last fault', async () => {
    const last = unavailable(0)
    const { ask, waits } = failing(reset, reset, reset, reset, last, reset)
    await expect(ask()).rejects.toBe(last)
    expect(waits).toEqual([250, 500, 1000, 2000])
  })

  it('does not wait for a node that asks for more than 5 s', async () => {
    const error = busy(20_000)
    const { ask, waits } = failing(error)
    await expect(ask()).rejects.toBe(error)
    expect(waits).toEqual([])
  })

  it.each([
    ['an invalid answer', broken],
    ['a refusal', refused],
    ['a timeout', timedOut],
  ])('is not retried after %s', async (_, error) => {
    const { ask, count } = failing(error)
    await expect(ask()).rejects.toBe(error)
    expect(count()).toBe(1)
  })

  it('is not retried after the caller aborted', async () => {
    const { ask, count } = failing(reset)
    const gone = new AbortController()
    const asked = ask(method, gone.signal)
    gone.abort('gone')
    await expect(asked).rejects.toBe('gone')
    expect(count()).toBe(1)
  })
})

it.each(['sendTransaction', 'requestAirdrop'])('never repeats %s', async sending => {
  const { ask, count } = failing(reset)
  await expect(ask(sending)).rejects.toBe(reset)
  expect(count()).toBe(1)
})

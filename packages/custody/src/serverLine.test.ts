import { type Address, encodeBase58 } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenTo } from './serverLine.ts'

/** A socket that the test opens and closes. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly all: FakeSocket[] = []
  readyState = 0
  readonly sent: unknown[] = []

  constructor() {
    super()
    FakeSocket.all.push(this)
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
}

const newest = () => FakeSocket.all.at(-1) ?? expect.fail('no socket')

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('sends each request once, as soon as there is a connection, and nonces at every connection', () => {
  const nonce = encodeBase58(new Uint8Array(32).fill(1)) as Address
  const line = listenTo('ws://vault/api/prices', () => undefined)
  line.follow([nonce])
  line.request({ id: 1 })
  expect(newest().sent).toEqual([])
  newest().open()
  line.request({ id: 2 })
  expect(newest().sent).toEqual([{ nonces: [nonce] }, { id: 1 }, { id: 2 }])

  newest().close()
  line.request({ id: 3 })
  vi.advanceTimersByTime(1_000)
  newest().open()
  expect([FakeSocket.all.length, newest().sent]).toEqual([2, [{ nonces: [nonce] }, { id: 3 }]])
})

import type { AddressInfo } from 'node:net'
import { createSolanaRpc, createSolanaRpcSubscriptions, generateKeyPairSigner, lamports } from '@solana/kit'
import { startPracticeChain } from '@tern/practice-chain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket as ServedSocket, WebSocketServer } from 'ws'
import { createSocket, type Subscriptions } from './socket.ts'

interface Asked {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

let server: WebSocketServer | undefined
const end = new AbortController()

afterEach(() => {
  for (const client of server?.clients ?? []) client.terminate()
  server?.close()
})

/** A node that answers each message with the result of `answer`. `undefined`: no answer. */
async function serve(answer: (asked: Asked, socket: ServedSocket) => unknown) {
  const one = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server = one
  const requests: Asked[] = []
  one.on('connection', socket =>
    socket.on('message', data => {
      const asked = JSON.parse(String(data)) as Asked
      requests.push(asked)
      const said = answer(asked, socket)
      if (said !== undefined) socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...(said as object) }))
    }),
  )
  await new Promise(resolve => one.once('listening', resolve))
  const url = `ws://127.0.0.1:${(one.address() as AddressInfo).port}`
  return { socket: createSocket(url, () => true), requests, clients: one.clients }
}

const tell = (socket: ServedSocket, subscription: number, result: unknown) =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'thingNotification', params: { subscription, result } }))

/** Subscribes and waits until the node has accepted. */
async function begin(socket: Subscriptions, params: readonly unknown[] = []) {
  const values: unknown[] = []
  const stop = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    ended = socket.subscribe('thing', params, {
      signal: stop.signal,
      onLive: resolve,
      onValue: value => values.push(value),
    })
    ended.catch(reject)
  })
  return { values, stop, ended }
}

/** Accepts every subscription, with ids from 1. */
const accept = () => {
  let last = 0
  return ({ method }: Asked) => (method.endsWith('Subscribe') ? { result: ++last } : { result: true })
}

describe('a socket', () => {
  it('F04 delivers its own notifications with exact integers, and unsubscribes unused subscriptions', async () => {
    const { socket, requests, clients } = await serve((asked, served) => {
      if (asked.method === 'thingUnsubscribe') return { result: true }
      served.send(`{"jsonrpc":"2.0","id":${asked.id},"result":7}`)
      tell(served, 8, 'of somebody else')
      served.send(
        '{"jsonrpc":"2.0","method":"thingNotification","params":{"subscription":7,"result":{"lamports":18446744073709551615}}}',
      )
      return undefined
    })
    const { values, stop, ended } = await begin(socket, ['address', { commitment: 'confirmed' }])
    await vi.waitFor(() => expect(values).toEqual([{ lamports: 18446744073709551615n }]))
    stop.abort()
    await ended
    await vi.waitFor(() => expect(clients.size).toBe(0))
    expect(requests.map(({ method, params }) => [method, params])).toEqual([
      ['thingSubscribe', ['address', { commitment: 'confirmed' }]],
      ['thingUnsubscribe', [7]],
    ])
  })

  it('takes a hundred subscriptions, and opens another connection for the next', async () => {
    const { socket, clients } = await serve(accept())
    const all = await Promise.all(Array.from({ length: 101 }, () => begin(socket)))
    expect(clients.size).toBe(2)
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
    await vi.waitFor(() => expect(clients.size).toBe(0))
  })

  it('keeps a shared subscription until its last subscriber leaves', async () => {
    let served: ServedSocket | undefined
    const { socket, requests } = await serve(({ method }, from) => {
      served = from
      return { result: method === 'thingSubscribe' ? 5 : true }
    })
    const [first, second] = [await begin(socket), await begin(socket)]
    first.stop.abort()
    await first.ended
    tell(served as ServedSocket, 5, 'news')
    await vi.waitFor(() => expect(second.values).toEqual(['news']))
    expect(first.values).toEqual([])
    expect(requests.some(({ method }) => method === 'thingUnsubscribe')).toBe(false)
    second.stop.abort()
    await vi.waitFor(() => expect(requests.at(-1)?.method).toBe('thingUnsubscribe'))
  })

  it('unsubscribes a subscription that was accepted after its caller aborted', async () => {
    let answerNow: () => void = () => undefined
    const { socket, requests } = await serve((asked, served) => {
      if (asked.params[0] !== 'slow') return accept()(asked)
      answerNow = () => served.send(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: 77 }))
      return undefined
    })
    const other = await begin(socket)
    const stop = new AbortController()
    const slow = socket.subscribe('thing', ['slow'], { signal: stop.signal, onValue: () => undefined })
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    stop.abort()
    await slow
    answerNow()
    await vi.waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'thingUnsubscribe', params: [77] }))
    other.stop.abort()
  })

  it('fails all its subscriptions when it breaks, and connects again for the next', async () => {
    const { socket, clients } = await serve(accept())
    const [first, second] = [await begin(socket), await begin(socket)]
    for (const client of clients) client.terminate()
    for (const { ended } of [first, second])
      await expect(ended).rejects.toMatchObject({ code: 'rpc/unreachable', facts: { method: 'thingSubscribe' } })
    const { stop, ended } = await begin(socket)
    stop.abort()
    await ended
  })

  it.each([
    ['invalid JSON', 'nonsense'],
    ['a binary frame', Buffer.from([1, 2, 3])],
  ])('breaks when the node sends %s', async (_, nonsense) => {
    let served: ServedSocket | undefined
    const { socket } = await serve((asked, from) => {
      served = from
      return accept()(asked)
    })
    const { ended } = await begin(socket)
    served?.send(nonsense)
    await expect(ended).rejects.toMatchObject({ code: 'rpc/unreachable' })
  })

  it('reports the node’s refusal and its reason', async () => {
    const { socket } = await serve(() => ({ error: { code: -32602, message: 'Invalid params' } }))
    await expect(socket.subscribe('thing', [], { signal: end.signal, onValue: () => undefined })).rejects.toMatchObject(
      { code: 'rpc/refused', facts: { method: 'thingSubscribe', code: -32602 } },
    )
  })

  it('is unreachable if no server listens, the host name is invalid, or it may not be asked', async () => {
    for (const socket of [
      createSocket('ws://127.0.0.1:1', () => true),
      createSocket('ws://not an address', () => true),
      createSocket('ws://127.0.0.1:1', () => false),
    ])
      await expect(
        socket.subscribe('thing', [], { signal: end.signal, onValue: () => undefined }),
      ).rejects.toMatchObject({ code: 'rpc/unreachable' })
  })

  it('ends only the subscription whose listener throws', async () => {
    let served: ServedSocket | undefined
    const accepting = accept()
    const { socket } = await serve((asked, from) => {
      served = from
      return accepting(asked)
    })
    const good = await begin(socket)
    const bad = socket.subscribe('thing', [], {
      signal: end.signal,
      onLive: () => tell(served as ServedSocket, 2, 'nonsense'),
      onValue: () => {
        throw new RangeError('no such value')
      },
    })
    await expect(bad).rejects.toThrow('no such value')
    tell(served as ServedSocket, 1, 'fine')
    await vi.waitFor(() => expect(good.values).toEqual(['fine']))
    good.stop.abort()
  })

  it('F02 gives up on a node that accepts nothing within ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { socket, requests } = await serve(() => undefined)
      const waiting = socket.subscribe('thing', [], { signal: end.signal, onValue: () => undefined })
      const refused = expect(waiting).rejects.toMatchObject({ code: 'rpc/timedOut' })
      while (requests.length === 0) await new Promise(resolve => setImmediate(resolve))
      vi.advanceTimersByTime(10_000)
      await refused
    } finally {
      vi.useRealTimers()
    }
  })

  it('F02 gives up on a node that falls silent after accepting, 10 s after a ping', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const accepting = accept()
      let isSilent = false
      const { socket, requests, clients } = await serve((asked, served) => {
        if (asked.method !== 'ping') return accepting(asked)
        if (isSilent) return undefined
        setImmediate(() => tell(served, 1, 'sent after the answer'))
        return { error: { code: -32601, message: 'Method not found' } }
      })
      const { values, ended } = await begin(socket)
      const refused = expect(ended).rejects.toMatchObject({ code: 'rpc/unreachable' })
      for (const spoken of [1, 2]) {
        vi.advanceTimersByTime(10_000)
        await expect.poll(() => values).toHaveLength(spoken)
      }
      isSilent = true
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => requests).toHaveLength(4)
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => clients.size).toBe(0)
      await refused
    } finally {
      vi.useRealTimers()
    }
  })

  it('uses the ws package if the runtime has no WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const { socket, clients } = await serve(accept())
    const { stop, ended } = await begin(socket)
    expect(clients.size).toBe(1)
    stop.abort()
    await ended
    await vi.waitFor(() => expect(clients.size).toBe(0))
  })

  it('delivers the account and log notifications that Kit delivers', async () => {
    const chain = await startPracticeChain({ world: 'empty' })
    const stop = new AbortController()
    const { signal } = stop
    try {
      const { address } = await generateKeyPairSigner()
      const kit = createSolanaRpcSubscriptions(chain.wsUrl)
      const commitment = 'confirmed'
      const account = await kit
        .accountNotifications(address, { commitment, encoding: 'base64' })
        .subscribe({ abortSignal: signal })
      const logs = await kit
        .logsNotifications({ mentions: [address] }, { commitment })
        .subscribe({ abortSignal: signal })
      const socket = createSocket(chain.wsUrl, () => true)
      const delivered: Record<string, unknown[]> = { account: [], logs: [] }
      const listen = (topic: string, params: readonly unknown[]) =>
        new Promise<void>(resolve => {
          void socket.subscribe(topic, params, {
            signal,
            onLive: resolve,
            onValue: value => delivered[topic]?.push(value),
          })
        })
      await listen('account', [address, { commitment, encoding: 'base64' }])
      await listen('logs', [{ mentions: [address] }, { commitment }])
      // Kit drops notifications that come before the iterator is awaited.
      const first = async (stream: AsyncIterable<unknown>) => [(await stream[Symbol.asyncIterator]().next()).value]
      const expected = Promise.all([first(account), first(logs)])
      await createSolanaRpc(chain.rpcUrl).requestAirdrop(address, lamports(2_000_000_000n)).send()
      const [ofAccount, ofLogs] = await expected
      await vi.waitFor(() => expect(delivered).toEqual({ account: ofAccount, logs: ofLogs }))
    } finally {
      stop.abort()
      await chain.close()
    }
  })
})

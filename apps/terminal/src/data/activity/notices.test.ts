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

it('keeps the specification’s notice of each transaction until it is forgotten', () => {
  let text: string | null = null
  const notices = createNotices({
    getItem: () => text,
    setItem: (_, to) => {
      text = to
    },
  })
  notices.note(record('a', 'Sig', 'Variant'))
  notices.note(record('b', 'Other'))
  expect(JSON.parse(text ?? '')).toMatchObject({ a: { timestamp: 7, address: 'me', signatures: ['Sig', 'Variant'] } })
  notices.forget((_, { signatures }) => signatures.includes('Variant'))
  expect(notices.ids()).toEqual(new Set(['b']))
  notices.forget(id => id === 'b')
  expect(text).toBe('{}')
})

it('has no notices if the storage can be neither written nor read', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const notices = createNotices({ getItem: refuse, setItem: refuse })
  notices.note(record('a', 'Sig'))
  expect(notices.ids()).toEqual(new Set())
})

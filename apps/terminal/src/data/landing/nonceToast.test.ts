import { expect, it } from 'vitest'
import { nonceToast } from './nonceToast.ts'

const about = {
  owner: undefined,
  kind: 'nonce',
  title: 'Close nonce account',
  detail: '0.0015 SOL of rent',
  startedAtMs: 0,
} as const

it('says that the rent came back when a nonce account was closed', () => {
  const closed = nonceToast({ ...about, nonce: 'close' }, '5xQm', { status: 'confirmed' })
  expect(closed).toMatchObject({ title: 'Nonce account closed', detail: '0.0015 SOL of rent came back' })
  expect(nonceToast({ ...about, nonce: 'open', detail: '' }, '5xQm', { status: 'confirmed' })).not.toHaveProperty(
    'detail',
  )
})

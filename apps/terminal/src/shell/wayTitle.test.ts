import { expect, it } from 'vitest'
import { wayTitle } from './wayTitle.ts'

it('tells of a provider how far it is, and its last error where there was one', () => {
  expect(wayTitle('jito', null)).toBe('From the server to jito and back')
  expect(wayTitle('jito', { text: 'Transaction sending timed out', agoMs: 125_000 })).toBe(
    'From the server to jito and back. Last error, 2 min ago: Transaction sending timed out',
  )
  expect(wayTitle('jito', { text: 'HTTP 503', agoMs: 900 })).toMatch(/Last error, just now: HTTP 503$/)
})

import { expect, it } from 'vitest'
import { wayTitle } from './wayTitle.ts'

it('tells of a provider how far it is, whether it is on, and its last error where there was one', () => {
  expect(wayTitle('jito', 'on', null)).toBe('From the server to jito and back')
  expect(wayTitle('jito', 'off', null)).toBe('From the server to jito and back. Off')
  expect(wayTitle('jito', 'off', { text: 'Transaction sending timed out', agoMs: 125_000 })).toBe(
    'From the server to jito and back. Off. Last error, 2m ago: Transaction sending timed out',
  )
  expect(wayTitle('normal', 'on', { text: 'HTTP 503', agoMs: 900 })).toMatch(/back\. Last error, 0s ago: HTTP 503$/)
})

import { expect, it } from 'vitest'
import { wayTitle } from './wayTitle.ts'

it('tells of a provider how far it is, whether it is on, and its last error where there was one', () => {
  expect(wayTitle('jito', 'on', null)).toBe('From the server to jito and back')
  expect(wayTitle('jito', 'off', { text: 'Transaction sending timed out', agoMs: 125_000 })).toBe(
    'From the server to jito and back. Turned off. Last error, 2 min ago: Transaction sending timed out',
  )
  expect(wayTitle('normal', 'on', { text: 'HTTP 503', agoMs: 900 })).toBe(
    'From this page through the server to its node and back. Last error, just now: HTTP 503',
  )
})

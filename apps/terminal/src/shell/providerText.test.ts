import { expect, it } from 'vitest'
import { providerText, providerTitle } from './providerText.ts'

it('names the latency of a provider, whether it is on, and its last error', () => {
  expect(providerTitle('jito', 'on', null)).toBe('Round trip from the server to jito')
  expect(providerTitle('jito', 'off', null)).toBe('Round trip from the server to jito. Off')
  expect(providerTitle('jito', 'off', { text: 'Transaction sending timed out', agoMs: 125_000 })).toBe(
    'Round trip from the server to jito. Off. Last error, 2m ago: Transaction sending timed out',
  )
  expect(providerTitle('normal', 'on', { text: 'HTTP 503', agoMs: 900 })).toMatch(
    /normal\. Last error, 0s ago: HTTP 503$/,
  )
})

it('shows the latency in the footer, and a recent error of a provider that is on', () => {
  const jito = { name: 'jito', latencyMs: 32, isResting: false, lastError: null } as const
  const failed = (agoMs: number) => ({ ...jito, lastError: { text: 'ny.jito.wtf answers HTTP 429', agoMs } })
  expect(providerText(jito, 'on')).toBe('jito 32 ms')
  expect(providerText({ ...jito, latencyMs: null }, 'on')).toBe('jito –')
  expect(providerText(failed(60_000), 'on')).toBe('jito 32 ms · ny.jito.wtf answers HTTP 429')
  expect(providerText({ ...failed(60_000), isResting: true }, 'on')).toBe('jito down · ny.jito.wtf answers HTTP 429')
  expect(providerText(failed(60_000), 'off')).toBe('jito 32 ms')
  expect(providerText(failed(600_000), 'on')).toBe('jito 32 ms')
})

import { describe, expect, it } from 'vitest'
import { parseConnected } from './parseConnected.ts'

const account = { address: 'So11111111111111111111111111111111111111112', label: 'Phantom', isOpen: true }

describe('the stored list of connected accounts', () => {
  it.each([null, '', 'x', 'null', '{}', '7', '"text"', '[null]', '[7]', '["x"]', '[{"address":"x"}]', '[{}]'])(
    'reads %s as empty',
    text => {
      expect(parseConnected(() => text)).toEqual([])
    },
  )

  it('is empty if the browser stores nothing', () => {
    const refuses = () => {
      throw new DOMException('The user has blocked it', 'SecurityError')
    }
    expect(parseConnected(refuses)).toEqual([])
  })

  it('reads back the stored accounts', () => {
    const stored = [account, { ...account, label: 'Solflare', isOpen: false }]
    expect(parseConnected(() => JSON.stringify(stored))).toEqual(stored)
  })

  it('treats only `true` as open, makes the name a text, and drops unknown fields', () => {
    const stored = [{ ...account, label: 7, isOpen: 'yes', owner: 'me' }]
    expect(parseConnected(() => JSON.stringify(stored))).toEqual([{ ...account, label: '7', isOpen: false }])
  })
})

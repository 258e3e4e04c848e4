import { describe, expect, it } from 'vitest'
import { loadVenue, type Protocol } from './index.ts'
import { venues } from './lists/venues.ts'
import { readProgramError } from './programErrors.ts'
import { readExecuted, tradingPrograms } from './read.ts'

describe('venues', () => {
  it('have the names that they are loaded under', async () => {
    for (const [protocol, venue] of Object.entries(venues)) {
      expect(venue.protocol).toBe(protocol)
      expect(await loadVenue(venue.protocol)).toBe(venue)
      for (const program of venue.programs) expect(tradingPrograms).toContain(program)
    }
  })

  it('with unknown names cannot be loaded', async () => {
    for (const name of ['no_such_protocol', 'toString', '__proto__'])
      await expect(loadVenue(name as Protocol)).rejects.toThrow(`Unsupported protocol: ${name}`)
  })

  it('read no instructions of other programs', () => {
    const system = '11111111111111111111111111111111'
    expect(readExecuted({ program: system as never, accounts: [], data: new Uint8Array(24) })).toBeUndefined()
    expect(readProgramError(system as never, 6000)).toBeUndefined()
  })
})

import { decodeLookupTable, systemProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createBank } from '../bank/createBank.ts'
import { poolTable } from './poolTable.ts'
import { createSeededWorld } from './seededWorld.ts'

const { tokens, genesis } = await createSeededWorld('a test of tables', 1_800_000_000n)
const bank = await createBank({ slotMs: 0, now: () => 1_800_000_000_000, genesis })
const trading = tokens.filter(({ stage }) => stage !== 'graduated')
const first = new Map(trading.map(token => [`${token.protocol} ${token.stage}`, token]))
const ended = tokens.find(({ stage }) => stage === 'graduated') ?? expect.fail()

describe('the lookup table of a pool', () => {
  it.each([...first])(
    'holds the accounts that every swap in the pool names: %s',
    async (_, { protocol, pool, mint }) => {
      const named = { protocol, address: pool, mint }
      const table = (await poolTable(bank, 'a test of tables', named)) ?? expect.fail('no table')
      const { addresses, deactivationSlot, authority } = decodeLookupTable(table, bank.account(table) ?? expect.fail())
      expect(new Set(addresses).size).toBe(addresses.length)
      expect(addresses).toContain(pool)
      expect(addresses.length).toBeGreaterThan(5)
      expect({ deactivationSlot, authority }).toEqual({ deactivationSlot: null, authority: null })
      // An account of the wallet's would differ from wallet to wallet. Programs and sysvars stand on their own.
      const own = addresses.filter(address => bank.account(address) === null)
      expect(own.length).toBeLessThan(6)
      expect(await poolTable(bank, 'a test of tables', named)).toBe(table)
    },
  )

  it('is not there without the pool, or once a curve has ended', async () => {
    const { protocol } = tokens[0] ?? expect.fail()
    for (const address of [systemProgram, wrappedNativeMint])
      expect(await poolTable(bank, 'a test of tables', { protocol, address })).toBeUndefined()
    const curve = { protocol: ended.protocol, address: ended.pool, mint: ended.mint }
    expect(await poolTable(bank, 'a test of tables', curve)).toBeUndefined()
  })
})

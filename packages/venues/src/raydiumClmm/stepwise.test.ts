import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClmmShape, clmmAddresses, clmmClock, makeClmmPool } from '../../test/raydiumClmmAccounts.ts'

const { pool: address, mints } = clmmAddresses
const plain: ClmmShape = { tickSpacing: 60, tick: 0, ranges: [{ lower: -600, upper: 600, liquidity: 10n ** 12n }] }
const needing: Readonly<Record<string, ClmmShape>> = {
  'a fee on the output': { ...plain, state: { fee_on: 1 } },
  'a dynamic fee': { ...plain, dynamicFee: { dynamic_fee_control: 1_000, filter_period: 30, decay_period: 600 } },
  'orders that wait': { ...plain, orders: [{ tick: 120, fresh: 1_000n, begun: 0n }] },
}

describe('the program’s own loop', () => {
  beforeEach(() => vi.resetModules())
  const fresh = async () => (await import('./raydiumClmm.ts')).raydiumClmm

  it('is not loaded if sums over the ticks are enough', async () => {
    const venue = await fresh()
    const pool = venue.open(address, makeClmmPool(plain).accounts)
    expect(pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clmmClock)).toMatchObject({ filled: 'whole' })
  })

  for (const [what, shape] of Object.entries(needing))
    it(`is loaded for ${what} once every account is read; before that, the pool is not ready`, async () => {
      const venue = await fresh()
      const { accounts } = makeClmmPool(shape)
      expect(() => venue.open(address, accounts)).toThrow('Dex accounts not ready for pool')
      expect(await venue.accountsToRead(address, accounts)).toEqual([])
      const pool = venue.open(address, accounts)
      expect(pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clmmClock)).toMatchObject({ filled: 'whole' })
    })
})

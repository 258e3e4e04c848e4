import { getProgramDerivedAddress } from '@solana/addresses'
import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { accountOfMarket, authority, authorityBump, program } from './addresses.ts'

/** A pool on mainnet, with the addresses that Raydium's index reports for it. */
const market = 'JCSbHjdkww4s17iUadDkcrDrjsQZCoJFtmqycBmDMXPG' as Address

describe('addresses', () => {
  it.each([
    ['amm', 'DW9kiyzs78gmVoTMFcW7YH1jBYDYM5ATvpWkDj5CnrU'],
    ['coin_vault', 'BAcSS1i4fEGrqStrrRDHA4uZGXYzrm4KtumeqmFmp4Jw'],
    ['pc_vault', 'E7qgibawiEWgkvBeC6EqTMhF2Wvgn8EHnTjg9xzKuG8s'],
    ['lp_mint', 'F8ACLNTsiRGzELjHLrVEMx5MpZFtFjqJ9jpyzNL7Kska'],
    ['open_order', 'FLpPqMW2BVxG4PsZPpWuNirctE5TihxngVpyQ57vqn3P'],
    ['target', '2fAgMVmuRWb1X6xQzKnpWUDSsdZKpV2vgqymedsMmg2e'],
  ] as const)('derive from the market like in the program: %s', async (account, address) => {
    expect(await accountOfMarket(market, account)).toBe(address)
  })

  it('include the authority with its bump', async () => {
    const seeds = ['amm authority']
    expect(await getProgramDerivedAddress({ programAddress: program, seeds })).toEqual([authority, authorityBump])
  })
})

import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { bonkPlatforms, migratedPoolAddress } from './addresses.ts'
import { encodeClaimCreatorFee, encodeClaimPlatformFee, encodeClaimPlatformFeeFromVault } from './claimInstructions.ts'
import {
  encodeInitializeV2,
  encodeInitializeWithToken2022,
  initializeV2Layout,
  initializeWithToken2022Layout,
} from './createInstructions.ts'
import { encodeBuyExactIn, program, type TradeAccounts } from './index.ts'
import { encodeMigrateToCpswap, migratedAmmAddress } from './migrateInstructions.ts'
import { encodeBuyExactOut, encodeSellExactIn, encodeSellExactOut } from './tradeInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const read = ({ accounts = [], data }: Instruction) =>
  readTrade(
    program,
    accounts.map(({ address }) => address),
    Uint8Array.from(data ?? []),
  )
const rolesOf = ({ accounts = [] }: Instruction) => accounts.map(({ role }) => role).join('')

const accounts: TradeAccounts = {
  payer: k(1),
  global_config: k(2),
  platform_config: k(3),
  pool_state: k(4),
  user_base_token: k(5),
  user_quote_token: k(6),
  base_vault: k(7),
  quote_vault: k(8),
  base_token_mint: k(9),
  quote_token_mint: k(10),
  base_token_program: token2022Program,
  quote_token_program: tokenProgram,
  platform_fee_vault: k(11),
  creator_fee_vault: k(12),
}
const bought = { owner: k(1), pool: k(4), tokenAccountIn: k(6), tokenAccountOut: k(5), mintIn: k(10), mintOut: k(9) }
const sold = { owner: k(1), pool: k(4), tokenAccountIn: k(5), tokenAccountOut: k(6), mintIn: k(9), mintOut: k(10) }
const amounts = fc.bigInt(0n, 2n ** 64n - 1n)

describe('trades', () => {
  it('read back as they were made', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const both = { protocol: 'raydium_launchlab', kind: 'swap' }
        const exactIn = { ...both, mode: 'exactIn', maxIn: a, minOut: b }
        const exactOut = { ...both, mode: 'exactOut', maxIn: b, minOut: a }
        expect(read(encodeBuyExactIn(accounts, a, b))).toEqual({ ...exactIn, accounts: bought })
        expect(read(encodeBuyExactOut(accounts, a, b))).toEqual({ ...exactOut, accounts: bought })
        expect(read(encodeSellExactIn(accounts, a, b))).toEqual({ ...exactIn, accounts: sold })
        expect(read(encodeSellExactOut(accounts, a, b))).toEqual({ ...exactOut, accounts: sold })
      }),
      { numRuns: 50 },
    )
  })

  it('are of bonk if the platform is', () => {
    const platform_config = bonkPlatforms[1] as Address
    expect(read(encodeBuyExactIn({ ...accounts, platform_config }, 1n, 2n))?.protocol).toBe('bonk')
  })

  it('name the accounts since the creator-fee upgrade, after a referrer’s share', () => {
    const plain = encodeSellExactIn(accounts, 1n, 2n)
    expect(plain.accounts?.slice(15).map(({ address }) => address)).toEqual([systemProgram, k(11), k(12)])
    expect(rolesOf(plain)).toBe('300011111000000011')
    const shared = encodeSellExactIn(accounts, 1n, 2n, { rate: 9n, receiver: k(13) })
    expect(shared.accounts?.slice(15).map(({ address }) => address)).toEqual([k(13), systemProgram, k(11), k(12)])
    expect(rolesOf(shared)).toBe('3000111110000001011')
    expect(Uint8Array.from(shared.data ?? []).slice(24)).toEqual(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0))
  })

  it('are not read from fewer accounts or bytes', () => {
    const { accounts: named = [], data = [] } = encodeBuyExactIn(accounts, 1n, 2n)
    const addresses = named.map(({ address }) => address)
    expect(readTrade(program, addresses.slice(0, 14), Uint8Array.from(data))).toBeUndefined()
    expect(readTrade(program, addresses, Uint8Array.from(data).slice(0, 31))).toBeUndefined()
    expect(readTrade(program, addresses, new Uint8Array(32))).toBeUndefined()
  })
})

describe('launches', () => {
  const initialize = {
    payer: k(1),
    creator: k(2),
    global_config: k(3),
    platform_config: k(4),
    pool_state: k(5),
    base_mint: k(6),
    quote_mint: k(7),
    base_vault: k(8),
    quote_vault: k(9),
    quote_token_program: tokenProgram,
  }
  const launch = {
    ...{ decimals: 6, name: 'Tern', symbol: 'TERN', uri: 'https://tern.invalid/1' },
    curve: {
      type: 'constantProduct',
      supply: 10n ** 15n,
      total_base_sell: 793_100_000_000_000n,
      total_quote_fund_raising: 85_000_000_000n,
      migrate_type: 1,
    },
    ...{ total_locked_amount: 5n, cliff_period: 6n, unlock_period: 7n, amm_fee_on: 1 },
  } as const

  it('name their accounts as the program does', () => {
    const classic = encodeInitializeV2(initialize, k(10), launch)
    expect(rolesOf(classic)).toBe('300001301110000000')
    expect(classic.accounts?.[10]?.address).toBe(k(10))
    expect(classic.accounts?.[11]?.address).toBe(tokenProgram)
    const extended = encodeInitializeWithToken2022(initialize, { ...launch, transfer_fee: null })
    expect(rolesOf(extended)).toBe('300001301100000')
    expect(extended.accounts?.[10]?.address).toBe(token2022Program)
  })

  it('read back as they were made', () => {
    const curves = [
      launch.curve,
      { type: 'fixedPrice', supply: 9n, total_quote_fund_raising: 8n, migrate_type: 0 },
      { type: 'linearPrice', supply: 9n, total_quote_fund_raising: 8n, migrate_type: 1 },
    ] as const
    for (const curve of curves) {
      const one = { ...launch, curve }
      expect(initializeV2Layout.decode(initializeV2Layout.encode(one))).toEqual(one)
      for (const transfer_fee of [null, { transfer_fee_basis_points: 300, maximum_fee: 2n ** 64n - 1n }]) {
        const extended = { ...one, transfer_fee }
        const { decode, encode } = initializeWithToken2022Layout
        expect(decode(encode(extended))).toEqual(extended)
      }
    }
  })

  it('know no fourth curve', () => {
    const data = initializeV2Layout.encode(launch)
    const at = 9 + [launch.name, launch.symbol, launch.uri].reduce((sum, { length }) => sum + 4 + length, 0)
    expect(data[at]).toBe(0)
    data[at] = 3
    expect(() => initializeV2Layout.decode(data)).toThrow(expect.objectContaining({ code: 'layout/invalidValue' }))
  })
})

describe('claims', () => {
  const recipient = { recipient_token_account: k(4), quote_mint: k(5), token_program: tokenProgram }

  it('name their accounts as the program does', () => {
    const creator = encodeClaimCreatorFee({ creator: k(1), creator_fee_vault: k(2), ...recipient })
    expect(rolesOf(creator)).toBe('30110000')
    const vault = encodeClaimPlatformFeeFromVault({
      ...{ platform_fee_wallet: k(1), platform_config: k(2), platform_fee_vault: k(3), ...recipient },
    })
    expect(rolesOf(vault)).toBe('300110000')
    const pool = encodeClaimPlatformFee({
      ...{ platform_fee_wallet: k(1), pool_state: k(2), platform_config: k(3), quote_vault: k(6), ...recipient },
    })
    expect(rolesOf(pool)).toBe('3010110000')
    for (const { data } of [creator, vault, pool]) expect(data).toHaveLength(8)
  })
})

describe('migrations', () => {
  it('name their accounts as the program does', async () => {
    const migration = await encodeMigrateToCpswap({
      payer: k(1),
      baseMint: k(9),
      quoteMint: k(2),
      baseTokenProgram: tokenProgram,
      quoteTokenProgram: tokenProgram,
      globalConfig: k(3),
      platformConfig: k(4),
      cpswapConfig: k(5),
    })
    expect(rolesOf(migration)).toBe('30000101110111001110111000000')
    expect(migration.accounts?.[5]?.address).toBe(await migratedPoolAddress(k(5), k(9), k(2)))
  })

  it('go to the same pool for both orders of the mints', async () => {
    expect(await migratedPoolAddress(k(5), k(9), k(2))).toBe(await migratedPoolAddress(k(5), k(2), k(9)))
    expect(await migratedPoolAddress(k(6), k(9), k(2))).not.toBe(await migratedPoolAddress(k(5), k(9), k(2)))
  })

  it('to AMM v4 go to the pool of their market', async () => {
    // A pool on mainnet and its OpenBook market.
    const market = 'JCSbHjdkww4s17iUadDkcrDrjsQZCoJFtmqycBmDMXPG' as Address
    expect(await migratedAmmAddress(market)).toBe('DW9kiyzs78gmVoTMFcW7YH1jBYDYM5ATvpWkDj5CnrU')
  })
})

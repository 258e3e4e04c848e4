import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { accountsNamed } from '../test/encodedInstructions.ts'
import { readEffects } from './effects/index.ts'
import {
  encodeInitializeCustomizablePool,
  encodeInitializePool as encodeInitializeDammV2Pool,
} from './meteoraDammV2/createInstructions.ts'
import { encodeSwap } from './meteoraDammV2/instructions.ts'
import { encodeInitializePool as encodeInitializeDbcPool } from './meteoraDbc/launchInstructions.ts'
import { encodeMigrateDammV2 } from './meteoraDbc/migrateInstructions.ts'
import { program as pumpAmmProgram } from './pumpAmm/addresses.ts'
import { bondingCurveAddress, migratedPoolAddress } from './pumpfun/addresses.ts'
import { encodeCreate, encodeCreateV2 } from './pumpfun/createInstructions.ts'
import { encodeMigrate, encodeMigrateV2 } from './pumpfun/migrateInstructions.ts'
import { bonkPlatforms } from './raydiumLaunchlab/addresses.ts'
import { encodeMigrateToCpswap } from './raydiumLaunchlab/migrateInstructions.ts'
import { type ExecutedEffects, readExecuted } from './read.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [owner, pool, mint, quoteMint] = [k(1), k(2), k(3), k(4)]
const named = ({ programAddress, accounts = [], data }: Instruction, keep = accounts.length) => ({
  program: programAddress,
  accounts: accounts.slice(0, keep).map(({ address }) => address),
  data: Uint8Array.from(data ?? []),
})

/** Expects these effects of a whole instruction, from both readers, and nothing from its first accounts. */
function expectRead(instruction: Instruction, { protocol, ...effects }: Partial<ExecutedEffects>) {
  expect(readExecuted(named(instruction))).toMatchObject({ protocol, ...effects })
  const { wallet, ...signed } = effects
  expect(readEffects(named(instruction))).toMatchObject(signed)
  expect(readExecuted(named(instruction, 5))).toBeUndefined()
}

describe('readExecuted', () => {
  const coin = { name: 'Tern', symbol: 'TERN', uri: '', creator: k(9) }

  it('reads launches on pump, and their migrations', async () => {
    const launched = { protocol: 'pumpfun', kind: 'launch', wallet: owner, pool, mints: [mint], signs: [mint] } as const
    const made = { mint, bonding_curve: pool, associated_bonding_curve: k(5), user: owner }
    expectRead(encodeCreate({ ...made, metadata: k(6) }, coin), launched)
    const flags = { is_mayhem_mode: false, is_cashback_enabled: false, creator_fee_bps: 0n, is_holder_reward: false }
    const v2 = encodeCreateV2({ ...made, mayhem_state: k(6), mayhem_token_vault: k(7) }, { ...coin, ...flags })
    expectRead(v2, launched)

    const migration = { user: owner, withdrawAuthority: k(5), mint, tokenProgram }
    const curve = await bondingCurveAddress(mint)
    const common = { protocol: 'pumpfun', kind: 'migrate' } as const
    const moved = { ...common, wallet: owner, pool: curve, mints: [mint], to: await migratedPoolAddress(mint) }
    expectRead(await encodeMigrate(migration), moved)
    const quote = { mint: quoteMint, tokenProgram }
    const to = await migratedPoolAddress(mint, quoteMint)
    expectRead(await encodeMigrateV2({ ...migration, quote }), { ...moved, to })
  })

  it('reads a pool that PumpSwap creates', () => {
    const accounts = [pool, k(8), owner, mint, quoteMint, ...Array.from({ length: 13 }, (_, i) => k(i + 10))]
    const data = Uint8Array.from(Buffer.from('e992d18ecf6840bc0000', 'hex'))
    const opened = { protocol: 'pumpamm', kind: 'create', wallet: owner, pool, mints: [mint, quoteMint] }
    expect(readExecuted({ program: pumpAmmProgram, accounts, data })).toMatchObject(opened)
    // Tern does not create such pools, so no signer takes the instruction.
    expect(readEffects({ program: pumpAmmProgram, accounts, data })).toBeUndefined()
    expect(readExecuted({ program: pumpAmmProgram, accounts: accounts.slice(1), data })).toBeUndefined()
  })

  it('reads curves and pools of Meteora', async () => {
    for (const baseProgram of [tokenProgram, token2022Program]) {
      const launch = {
        config: k(5),
        creator: k(6),
        payer: owner,
        baseMint: mint,
        quoteMint,
        quoteProgram: tokenProgram,
      }
      const instruction = await encodeInitializeDbcPool({ ...launch, ...coin, baseProgram })
      const made = instruction.accounts?.[5]?.address as Address
      expectRead(instruction, { protocol: 'meteora_dbc', kind: 'launch', wallet: owner, pool: made, mints: [mint] })
    }
    const config = { migration_option: 1, migration_fee_option: 2, quote_mint: quoteMint }
    const migration = await encodeMigrateDammV2({
      ...{ payer: owner, pool, config, baseProgram: tokenProgram, quoteProgram: tokenProgram },
      state: { config: k(5), base_mint: mint, base_vault: k(6), quote_vault: k(7) },
      firstPositionMint: k(8),
    })
    const to = migration.accounts?.[4]?.address as Address
    expectRead(migration, { protocol: 'meteora_dbc', kind: 'migrate', wallet: owner, pool, mints: [mint], to })

    const a = {
      ...{ creator: k(5), position_nft_mint: k(6), position_nft_account: k(7), payer: owner, pool, position: k(8) },
      ...{ token_a_mint: mint, token_b_mint: quoteMint, token_a_vault: k(9), token_b_vault: k(10) },
      ...{ payer_token_a: k(11), payer_token_b: k(12), token_a_program: tokenProgram, token_b_program: tokenProgram },
    }
    const opened = {
      protocol: 'meteora_damm_v2',
      kind: 'create',
      wallet: owner,
      pool,
      mints: [mint, quoteMint],
    } as const
    const size = { liquidity: 1n, sqrt_price: 1n, activation_point: undefined }
    expectRead(encodeInitializeDammV2Pool({ ...a, config: k(13) }, size), opened)
    const shape = {
      ...{
        base_fee: new Uint8Array(27),
        compounding_fee_bps: 0,
        padding: 0,
        dynamic_fee: undefined,
        sqrt_min_price: 1n,
      },
      ...{ sqrt_max_price: 2n, has_alpha_vault: false, activation_type: 0, collect_fee_mode: 0 },
    }
    expectRead(encodeInitializeCustomizablePool(a, { ...size, ...shape }), opened)
  })

  it('names the platform of a migration of LaunchLab', async () => {
    const migration = await encodeMigrateToCpswap({
      ...{ payer: owner, baseMint: mint, quoteMint, baseTokenProgram: tokenProgram, quoteTokenProgram: tokenProgram },
      ...{ globalConfig: k(5), platformConfig: bonkPlatforms[0] as Address, cpswapConfig: k(6) },
    })
    const at = (index: number) => migration.accounts?.[index]?.address as Address
    expectRead(migration, {
      ...{ protocol: 'bonk', kind: 'migrate', wallet: owner, pool: at(18), mints: [mint], to: at(5) },
    })
  })

  it('reads nothing of unknown programs and of too few bytes', () => {
    expect(readExecuted({ program: owner, accounts: [owner], data: new Uint8Array(8) })).toBeUndefined()
    expect(readExecuted({ program: pumpAmmProgram, accounts: [], data: new Uint8Array() })).toBeUndefined()
  })

  it('returns the wallet for any program that it reads, and no protocol for a program that does not trade', () => {
    const data = Uint8Array.of(2, 0, 0, 0, ...new Uint8Array(8))
    const read = readExecuted({ program: systemProgram, accounts: [owner, pool], data })
    expect(read).toMatchObject({ kind: 'transfer', wallet: owner })
    expect(read).not.toHaveProperty('protocol')
  })

  it('leaves the mints of a swap open if no account shows its direction', () => {
    const accounts = accountsNamed<Parameters<typeof encodeSwap>[0]>({ instructions: 'hidden' })
    const swap = named(encodeSwap(accounts, 5n, 6n))
    expect(readExecuted(swap)).toMatchObject({
      kind: 'swap',
      takes: [{ mint: 'byTerms' }],
      brings: [{ mint: 'byTerms' }],
    })
    expect(readExecuted(swap)?.mints).toEqual([accounts.token_a_mint, accounts.token_b_mint])
    expect(readEffects(swap)).toBeUndefined()
  })
})

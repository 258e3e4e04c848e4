import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeyPairSigner } from '@solana/kit'
import { type Address, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { program as dammProgram, meteoraDammV2 } from '@tern/venues/meteoraDammV2'
import { configLayout, encodeBaseFee, poolLayout } from '@tern/venues/meteoraDammV2/internal'
import { decodeVirtualPool, meteoraDbc, program } from '@tern/venues/meteoraDbc'
import {
  type ConfigParameters,
  encodeMigrateDammV2,
  migratedPool,
  poolAuthority,
  poolConfigLayout,
  readInstructionEvent,
  sqrtPriceRange,
} from '@tern/venues/meteoraDbc/internal'
import { describe, expect, it } from 'vitest'
import { computeUnits } from '../src/clmmWorld.ts'
import { createDbcPool, type DbcWorld, parametersOf, signedBy, startDbc } from '../src/dbcWorld.ts'
import type { Svm } from '../src/svm.ts'

const binaryOf = (address: Address) => join(process.env.PROGRAMS_DIR ?? '', `${address}.so`)
const isAtHand = [program, dammProgram].every(address => existsSync(binaryOf(address)))

const threshold = 10n ** 10n
/** The fees, in basis points, for which Meteora has configs. */
const feeBps = [25n, 30n, 100n, 200n, 400n, 600n] as const

/** Places Meteora's config for the fee. Only the curves' program may create pools with it. */
function placeDammConfig(svm: Svm, address: Address, bps: bigint): void {
  const [sqrt_min_price, sqrt_max_price] = sqrtPriceRange
  const flat = { mode: 'timeLinear', number_of_period: 0, period_frequency: 0n, reduction_factor: 0n } as const
  const data = configLayout.encode({
    ...{ vault_config_key: systemProgram, pool_creator_authority: poolAuthority, collect_fee_mode: 1 },
    ...{ base_fee: encodeBaseFee({ ...flat, cliff_fee_numerator: bps * 100_000n }), dynamic_fee_initialized: 0 },
    ...{ max_volatility_accumulator: 0, variable_fee_control: 0, bin_step: 0, filter_period: 0, decay_period: 0 },
    ...{ reduction_factor: 0, bin_step_u128: 0n, dynamic_fee_padding: new Uint8Array(7) },
    ...{ dynamic_fee_padding_1: new Uint8Array(8), protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20 },
    ...{ padding_1: new Uint8Array(3), compounding_fee_bps: 0, padding_2: new Uint8Array(40), activation_type: 1 },
    ...{ config_type: 0, padding_3: new Uint8Array(5), index: 0n, permission: 0n, padding_4: new Uint8Array(64) },
    ...{ sqrt_min_price, sqrt_max_price },
  })
  svm.place(address, dammProgram, data)
}

async function openCurve({ svm, pool, config, quoteMint }: DbcWorld) {
  return meteoraDbc.open(pool, svm.readAll([pool, config, quoteMint]))
}

/** A curve completed by a single buy. */
async function completed(own: Partial<ConfigParameters>): Promise<DbcWorld> {
  const svm = await startDbc(binaryOf(program))
  svm.load(dammProgram, binaryOf(dammProgram))
  // Lamports for the authority's payments for pools, which are repaid.
  svm.place(poolAuthority, systemProgram, new Uint8Array(), 10n ** 9n)
  const base_fee = { first_factor: 0, second_factor: 0n, third_factor: 0n, base_fee_mode: 0 }
  const parameters = parametersOf({
    ...{ base_fee: { ...base_fee, cliff_fee_numerator: 10_000_000n }, migration_quote_threshold: threshold },
    ...{ sqrt_start_price: 1n << 58n, curve: [{ sqrt_price: 3n << 58n, liquidity: 10n ** 35n }] },
    ...own,
  })
  const world = await createDbcPool(svm, parameters, 'own')
  const pool = await openCurve(world)
  const quote = pool.quote({ tokenIn: world.quoteMint, exactIn: 2n * threshold }, svm.clock())
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: world.quoteAccount, tokenAccountOut: world.baseAccount }
  const { error } = await svm.send(await pool.swap(quote, quote.amountOut, parties))
  expect(error).toBeUndefined()
  return world
}

/** Migrates the curve, and compares the result with Tern's predictions. */
async function migrates(world: DbcWorld, isTwoPositions: boolean): Promise<void> {
  const { svm } = world
  const complete = await openCurve(world)
  expect(complete.curve?.stage).toBe('complete')
  const state = decodeVirtualPool(svm.read(world.pool)?.data ?? new Uint8Array())
  const config = poolConfigLayout.decode(svm.read(world.config)?.data ?? new Uint8Array())
  const to = await migratedPool(config, world.baseMint)
  placeDammConfig(svm, to.config, feeBps[config.migration_fee_option] ?? 0n)
  const positions = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  const migration = await encodeMigrateDammV2({
    ...{ payer: svm.payer.address, pool: world.pool, state, config, quoteProgram: tokenProgram },
    ...{ baseProgram: token2022Program, firstPositionMint: positions[0].address },
    ...(isTwoPositions ? { secondPositionMint: positions[1].address } : {}),
  })
  const { error, logs } = await svm.send([computeUnits(1_000_000), signedBy(migration, positions)])
  expect(error, logs.join('\n')).toBeUndefined()

  const moved = await openCurve(world)
  expect(moved.curve?.stage).toBe('migrated')
  expect(await moved.graduation?.()).toEqual({ protocol: to.protocol, address: to.address })
  const { accounts = [], data = new Uint8Array() } = migration
  const named = { program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data) }
  expect(readInstructionEvent(named)).toMatchObject({ pool: world.pool, mint: world.baseMint, to: to.address })

  const made = poolLayout.decode(svm.read(to.address)?.data ?? new Uint8Array())
  expect(made.sqrt_price).toBe(config.migration_sqrt_price)
  const first = svm.readAll([to.address])
  const rest = await meteoraDammV2.accountsToRead(to.address, first)
  const pool = meteoraDammV2.open(to.address, new Map([...first, ...svm.readAll(rest)]))
  expect(pool.tokens.map(({ mint }) => mint)).toEqual([world.baseMint, world.quoteMint])
  const quote = pool.quote({ tokenIn: world.quoteMint, exactIn: 1_000_000n }, svm.clock())
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: world.quoteAccount, tokenAccountOut: world.baseAccount }
  const traded = await svm.send(await pool.swap(quote, quote.amountOut, parties))
  expect(traded.error).toBeUndefined()
}

describe.skipIf(!isAtHand)('the real programs (PROGRAMS_DIR)', () => {
  it.each([...feeBps.keys()])(
    'move a complete curve to Tern’s predicted pool, fee %i, for a single party',
    async option => {
      const world = await completed({
        migration_fee_option: option,
        partner_permanent_locked_liquidity_percentage: 0,
        creator_permanent_locked_liquidity_percentage: 100,
      })
      await migrates(world, false)
    },
  )

  it('move a curve for two parties', async () => {
    await migrates(await completed({}), true)
  })

  it('move the rest after a fee', async () => {
    const migration_fee = { fee_percentage: 10, creator_fee_percentage: 50 }
    await migrates(await completed({ migration_fee }), true)
  })
})

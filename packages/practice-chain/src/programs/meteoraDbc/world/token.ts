import {
  type AccountSet,
  type Address,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { program as dammProgram } from '@tern/venues/meteoraDammV2'
import { configLayout as dammConfigLayout, encodeBaseFee } from '@tern/venues/meteoraDammV2/internal'
import {
  believeConfigs,
  decodePoolConfig,
  decodeVirtualPool,
  type PoolConfig,
  poolAddress,
  program,
  type VirtualPool,
  vaultAddress,
} from '@tern/venues/meteoraDbc'
import {
  buyBase,
  curveOf,
  encodeInitializePool,
  encodeMigrateDammV2,
  initialSupply,
  migratedPool,
  poolAuthority,
  poolConfigLayout,
  sqrtPriceRange,
  termsOf,
  virtualPoolLayout,
} from '@tern/venues/meteoraDbc/internal'
import { placeSold } from '../../../world/curveHoldings.ts'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { believeStories, type DbcStory, dbcStories } from '../../../world/stories.ts'
import { metadataUri, placeMint, storyMint } from '../../../world/token.ts'
import { encodeToken2022Account, encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import type { CompleteCurve, CurvePlacing, CurveSeed, Deed, Moving, WorldVenue } from '../../../world/worldVenue.ts'
import { exampleTerms } from './curveTerms.ts'

const decimals = 6
const launchUnits = 300_000
const migrationUnits = 600_000
/** The lamports that the program's authority lends for a pool's accounts until the mover repays it. */
const lentLamports = 5_000_000_000n

/** A launchpad of this world: its terms and its tokens. */
interface Launchpad {
  readonly protocol: 'meteora_dbc' | 'believe'
  readonly config: Address
  readonly terms: PoolConfig
  readonly stories: readonly DbcStory[]
}

/** Completes terms with the values that the program computes, 1,000 million tokens, and the launchpad's key. */
function termsWith(base_fee: Partial<PoolConfig['base_fee']>, feeClaimer: Address): PoolConfig {
  const { curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage } = exampleTerms
  const supply = 10n ** 15n
  return {
    ...exampleTerms,
    ...termsOf(curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage),
    ...{ fixed_token_supply_flag: 1, pre_migration_token_supply: supply, post_migration_token_supply: supply },
    ...{ fee_claimer: feeClaimer, leftover_receiver: feeClaimer },
    base_fee: { ...exampleTerms.base_fee, ...base_fee },
  }
}

const feeClaimer = (await deriveKey('meteora', 'launchpad')).address
const [believeConfig] = believeConfigs

/** The fee falls from 5% to 1% within ten minutes. */
const noName: Launchpad = {
  protocol: 'meteora_dbc',
  config: (await deriveKey('meteora', 'terms')).address,
  terms: termsWith(
    { cliff_fee_numerator: 50_000_000n, first_factor: 20, second_factor: 30n, third_factor: 2_000_000n },
    feeClaimer,
  ),
  stories: dbcStories,
}

/** A constant fee of 2%. */
const believing: Launchpad = {
  protocol: 'believe',
  config: believeConfig ?? noName.config,
  terms: termsWith({ cliff_fee_numerator: 20_000_000n }, feeClaimer),
  stories: believeStories,
}

/** Meteora's curves on the terms of an unnamed launchpad. They migrate to DAMM v2. */
export const meteoraDbcToken: WorldVenue = venueOf(noName)
/** Meteora's curves on believe's terms. */
export const believeToken: WorldVenue = venueOf(believing)

function venueOf(launchpad: Launchpad): WorldVenue {
  const { protocol, config, terms, stories } = launchpad
  const poolOf = (mint: Address) => poolAddress(config, mint, wrappedNativeMint)
  return {
    protocols: [protocol],
    begin: genesis => placeTerms(genesis, launchpad),
    pools: [],
    curves: {
      seeds: stories.map(story => seedOf(launchpad, story)),
      priceAt: progress => priceAt(terms, progress),
      poolOf,
      launchShare: 1,
      launch: ({ mint, launcher, name, symbol }) => launchDeed(config, { mint, launcher, name, symbol }),
      migrate: migrationDeeds,
    },
  }
}

/** Places the launchpad's terms, the config of the pools after migration, and the authority's lamports to lend. */
async function placeTerms(genesis: Genesis, { config, terms }: Launchpad): Promise<void> {
  placeAccount(genesis, config, { owner: program, data: poolConfigLayout.encode(terms) })
  placeAccount(genesis, poolAuthority, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: lentLamports })
  const [sqrt_min_price, sqrt_max_price] = sqrtPriceRange
  const flat = { mode: 'timeLinear', number_of_period: 0, period_frequency: 0n, reduction_factor: 0n } as const
  const data = dammConfigLayout.encode({
    ...{ vault_config_key: systemProgram, pool_creator_authority: poolAuthority, collect_fee_mode: 1 },
    ...{ base_fee: encodeBaseFee({ ...flat, cliff_fee_numerator: 10_000_000n }), dynamic_fee_initialized: 0 },
    ...{ max_volatility_accumulator: 0, variable_fee_control: 0, bin_step: 0, filter_period: 0, decay_period: 0 },
    ...{ reduction_factor: 0, bin_step_u128: 0n, dynamic_fee_padding: new Uint8Array(7) },
    ...{ dynamic_fee_padding_1: new Uint8Array(8), protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20 },
    ...{ padding_1: new Uint8Array(3), compounding_fee_bps: 0, padding_2: new Uint8Array(40), activation_type: 1 },
    ...{ config_type: 0, padding_3: new Uint8Array(5), index: 0n, permission: 0n, padding_4: new Uint8Array(64) },
    ...{ sqrt_min_price, sqrt_max_price },
  })
  placeAccount(genesis, (await migratedPool(terms, wrappedNativeMint)).config, { owner: dammProgram, data })
}

/** The price after a part of the sale, in lamports per raw unit. Beyond the end, the last stretch goes on. */
function priceAt({ curve, sqrt_start_price, swap_base_amount }: PoolConfig, progress: number): number {
  let inverse = 2 ** 64 / Number(sqrt_start_price)
  let left = Math.min(1.2, progress) * Number(swap_base_amount)
  const points = curve.filter(({ liquidity }) => liquidity > 0n)
  for (const [i, { sqrt_price, liquidity }] of points.entries()) {
    // Base units per unit of 1/√P. The liquidity has 64 fractional bits for each token.
    const depth = Number(liquidity) / 2 ** 64
    const end = 2 ** 64 / Number(sqrt_price)
    const max = depth * (inverse - end)
    if (left <= max || i === points.length - 1) return 1 / Math.max(inverse - left / depth, end / 4) ** 2
    left -= max
    inverse = end
  }
  return 1 / inverse ** 2
}

function seedOf(launchpad: Launchpad, story: DbcStory): CurveSeed {
  const { name, symbol } = story
  return {
    ...story,
    ...{ protocol: launchpad.protocol, decimals, program: token2022Program },
    place: (genesis, placing) => placeCurve(genesis, launchpad, story, placing),
    launch: ({ mint, launcher }) => launchDeed(launchpad.config, { mint, launcher, name, symbol }),
  }
}

type Launch = Pick<Parameters<NonNullable<WorldVenue['curves']>['launch']>[0], 'mint' | 'launcher' | 'name' | 'symbol'>

async function launchDeed(config: Address, { mint, launcher, name, symbol }: Launch): Promise<Deed> {
  const instruction = await encodeInitializePool({
    ...{ config, creator: launcher.address, payer: launcher.address, baseMint: mint.address },
    ...{ baseProgram: token2022Program, quoteMint: wrappedNativeMint, quoteProgram: tokenProgram },
    ...{ name, symbol, uri: metadataUri(mint.address) },
  })
  return { signers: [launcher, mint], unitLimit: launchUnits, instructions: [instruction] }
}

const dataOf = (read: AccountSet, address: Address): Uint8Array => read.get(address)?.data ?? new Uint8Array()

async function migrationDeeds({ mint, pool }: CompleteCurve, { seed, mover, read }: Moving): Promise<readonly Deed[]> {
  const state = decodeVirtualPool(dataOf(await read([pool]), pool))
  const config = decodePoolConfig(dataOf(await read([state.config]), state.config))
  const position = await deriveKey(seed, `position ${mint}`)
  const instruction = await encodeMigrateDammV2({
    ...{ payer: mover.address, pool, state, config, baseProgram: token2022Program, quoteProgram: tokenProgram },
    firstPositionMint: position.address,
  })
  return [{ signers: [mover, position], unitLimit: migrationUnits, instructions: [instruction] }]
}

/**
 * Places a token in the state that the program would leave: its mint and metadata, and its pool.
 * The sold tokens lie in the accounts of makers and of holders who never trade.
 */
async function placeCurve(genesis: Genesis, launchpad: Launchpad, story: DbcStory, placing: CurvePlacing) {
  const { config, terms } = launchpad
  const { address: mint } = await storyMint(placing.seed, story.symbol)
  const pool = await poolAddress(config, mint, wrappedNativeMint)
  const state = await stateAfter(launchpad, { mint, pool }, placing)
  placeAccount(genesis, pool, { owner: program, data: virtualPoolLayout.encode(state) })
  const supply = initialSupply(terms)
  const kind = { token2022: { transferFeeBps: 0 } }
  const { name, symbol } = story
  const metadata = { mint, updateAuthority: systemProgram, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...kind, decimals, supply, metadata })
  const unsold = { mint, owner: poolAuthority, amount: state.base_reserve }
  placeAccount(genesis, state.base_vault, { owner: token2022Program, data: encodeToken2022Account(unsold, []) })
  const nativeReserve = rentExemption(165)
  const paid = { mint: wrappedNativeMint, owner: poolAuthority, amount: state.quote_reserve, nativeReserve }
  placeAccount(genesis, state.quote_vault, {
    owner: tokenProgram,
    data: encodeTokenAccount(paid),
    lamportsOnTop: state.quote_reserve,
  })
  await placeSold(genesis, { mint, symbol, amount: supply - state.base_reserve, kind }, placing)
}

/** Computes the pool's state after a part is sold, without fees, as if the launcher had collected all fees. */
async function stateAfter(
  { config, terms }: Launchpad,
  { mint, pool }: { readonly mint: Address; readonly pool: Address },
  { launcher, launchedSeconds, progress }: CurvePlacing,
): Promise<VirtualPool> {
  const isComplete = progress >= 1
  const whole = Uint8Array.from({ length: virtualPoolLayout.size }, (_, i) => virtualPoolLayout.discriminator[i] ?? 0)
  const supply = initialSupply(terms)
  const begun: VirtualPool = {
    ...decodeVirtualPool(whole),
    ...{ config, creator: launcher.key.address, base_mint: mint, pool_type: 1, sqrt_price: terms.sqrt_start_price },
    ...{ base_vault: await vaultAddress(pool, mint), quote_vault: await vaultAddress(pool, wrappedNativeMint) },
    ...{ activation_point: BigInt(launchedSeconds), protocol_liquidity_migration_fee_bps: 20, base_reserve: supply },
  }
  const curve = curveOf(terms, begun)
  const part = BigInt(Math.round(Math.min(progress, 0.999) * 1e6))
  const end = curve.buyIn.at(-1)
  const sold =
    isComplete && end !== undefined
      ? { amountIn: end.inAfter, amountOut: end.outAfter, sqrtPrice: end.to }
      : buyBase(curve, (terms.swap_base_amount * part) / 1_000_000n + 1n)
  if (sold === undefined) return begun
  return {
    ...begun,
    ...{ base_reserve: supply - sold.amountOut, quote_reserve: sold.amountIn, sqrt_price: sold.sqrtPrice, has_swap: 1 },
    ...(isComplete ? { migration_progress: 2, finish_curve_timestamp: BigInt(launchedSeconds) } : {}),
  }
}

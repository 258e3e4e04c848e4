import { systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program as dammProgram } from '@tern/venues/meteoraDammV2'
import {
  configLayout as dammConfigLayout,
  decodeBaseFee,
  initializePoolLayout,
} from '@tern/venues/meteoraDammV2/internal'
import type { PoolConfig, program, VirtualPool } from '@tern/venues/meteoraDbc'
import { floorBase, poolAuthority, sqrtPriceRange } from '@tern/venues/meteoraDbc/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readOwn,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { permanentLockLayout } from '../meteoraDammV2/permanentLock.ts'
import { burn, transferLamports } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, isComplete, readConfig, readPool, writePool } from './state.ts'

const names = [
  'virtual_pool',
  'migration_metadata',
  'config',
  'pool_authority',
  'pool',
  'first_position_nft_mint',
  'first_position_nft_account',
  'first_position',
  'second_position_nft_mint',
  'second_position_nft_account',
  'second_position',
  'damm_pool_authority',
  'amm_program',
  'base_mint',
  'quote_mint',
  'token_a_vault',
  'token_b_vault',
  'base_vault',
  'quote_vault',
  'payer',
  'token_base_program',
  'token_quote_program',
  'token_2022_program',
  'damm_event_authority',
  'system_program',
] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>
/** Basis points of the new pool's fee by `migration_fee_option`. The last option takes the config's own fee. */
const feeBps = [25n, 30n, 100n, 200n, 400n, 600n] as const

/** `MigrateDammV2Ctx`, followed by the config of the new pool. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  const [damm] = remainingAccounts(invocation, names)
  const pool = readPool(a.virtual_pool)
  const config = readConfig(a.config)
  const base = readTokenAccount(a.base_vault)
  const quote = readTokenAccount(a.quote_vault)
  checkSigner(a.first_position_nft_mint)
  checkSigner(a.payer)
  for (const tokens of [a.token_base_program, a.token_quote_program])
    checkProgram(tokens, tokenProgram, token2022Program)
  checkProgram(a.system_program, systemProgram)
  checkWritable(a.virtual_pool, a.pool_authority, a.pool, a.first_position_nft_mint, a.first_position_nft_account)
  checkWritable(a.first_position, a.base_mint, a.quote_mint, a.token_a_vault, a.token_b_vault, a.base_vault)
  checkWritable(a.quote_vault, a.payer)
  for (const field of ['base_vault', 'quote_vault', 'config'] as const)
    if (pool[field] !== a[field].address) fail('ConstraintHasOne', 'virtual_pool')
  checkAddress(a.pool_authority, poolAuthority)
  checkAddress(a.amm_program, dammProgram)
  if (base.mint !== a.base_mint.address) fail('ConstraintTokenMint', 'base_vault')
  if (quote.mint !== a.quote_mint.address) fail('ConstraintTokenMint', 'quote_vault')
  if (damm === undefined) refuse('MissingPoolConfigInRemainingAccount')
  checkDammConfig(damm, config)
  return { a, pool, config, damm, held: base.amount }
}

/** `validate_config_key` (migrate_damm_v2_initialize_pool.rs). Pools with their own fees are not made here. */
function checkDammConfig(account: NamedAccount, { migration_fee_option: option }: PoolConfig): void {
  const damm = readOwn(account, dammConfigLayout, dammProgram)
  const wanted = feeBps[option] ?? refuse('InvalidConfigAccount')
  const fee = decodeBaseFee(damm.base_fee)
  const isFlat =
    (fee.mode === 'timeLinear' || fee.mode === 'timeExponential') &&
    fee.number_of_period === 0 &&
    fee.period_frequency === 0n &&
    fee.reduction_factor === 0n
  const [min, max] = sqrtPriceRange
  const isWhole = damm.sqrt_min_price === min && damm.sqrt_max_price === max
  if (!isFlat || fee.cliff_fee_numerator !== wanted * 100_000n || !isWhole) refuse('InvalidConfigAccount')
  if (damm.vault_config_key !== systemProgram || damm.activation_type !== 1) refuse('InvalidConfigAccount')
  if (damm.pool_creator_authority !== poolAuthority) refuse('InvalidConfigAccount')
}

type Migration = ReturnType<typeof readAccounts>

/** The pool's liquidity and the protocol's share, decided before the pool is made. Raw units. */
interface Amounts {
  readonly liquidity: bigint
  readonly protocolBase: bigint
  readonly protocolQuote: bigint
}

/** `ConcentratedLiquidity` (migration_handler/concentrated_liquidity.rs). */
function amountsOf({ pool, config, held }: Migration): Amounts {
  const { migration_quote_threshold: threshold, migration_fee_percentage: fee, migration_sqrt_price: price } = config
  const quote = (threshold * BigInt(100 - fee) + 99n) / 100n
  const base = held - waitingBase(pool)
  const [min, max] = sqrtPriceRange
  const protocolQuote = (quote * BigInt(pool.protocol_liquidity_migration_fee_bps)) / 10_000n
  const protocolBase = floorBase((protocolQuote << 128n) / (price - min), price, max)
  const ofQuote = ((quote - protocolQuote) << 128n) / (price - min)
  const ofBase = ((base - protocolBase) * price * max) / (max - price)
  return { liquidity: ofBase > ofQuote ? ofQuote : ofBase, protocolBase, protocolQuote }
}

const waitingBase = (pool: VirtualPool): bigint =>
  pool.partner_base_fee + pool.protocol_base_fee + pool.creator_base_fee

/**
 * `handle_migrate_damm_v2`, if a single party owns the whole pool, as in the terms of this world.
 * So the other party's position is not made.
 */
export function executeMigrateDammV2(invocation: Invocation): Script {
  const migration = readAccounts(invocation)
  const { pool, config } = migration
  if (invocation.awaited !== undefined) return finish(migration, invocation.awaited.note)
  if (pool.migration_progress !== 2) refuse('NotPermitToDoThisAction')
  if (!isComplete(pool, config)) refuse('PoolIsIncompleted')
  if (config.migration_option !== 1) refuse('InvalidMigrationOption')
  const { liquidity, protocolBase, protocolQuote } = amountsOf(migration)
  const script = new Script().log('create pool')
  createPool(script, migration, liquidity)
  return script.await(noteOf([liquidity, protocolBase, protocolQuote, migration.a.pool_authority.lamports]))
}

/** Creates the pool with all the liquidity. The program's authority pays, and the payer repays its rent later. */
function createPool(script: Script, { a, config, damm }: Migration, liquidity: bigint): void {
  const writable = ({ position }: NamedAccount) => ({ position, isWritable: true })
  const at = ({ position }: NamedAccount) => ({ position })
  const accounts = [
    at(a.pool_authority),
    { ...writable(a.first_position_nft_mint), isSigner: true },
    writable(a.first_position_nft_account),
    { ...writable(a.pool_authority), isSigner: true },
    at(damm),
    at(a.damm_pool_authority),
    ...[a.pool, a.first_position].map(writable),
    ...[a.base_mint, a.quote_mint].map(at),
    ...[a.token_a_vault, a.token_b_vault, a.base_vault, a.quote_vault].map(writable),
    ...[a.token_base_program, a.token_quote_program, a.token_2022_program, a.system_program].map(at),
    ...[a.damm_event_authority, a.amm_program].map(at),
  ]
  const data = initializePoolLayout.encode({
    ...{ liquidity, sqrt_price: config.migration_sqrt_price, activation_point: undefined },
  })
  script.cpi({ program: a.amm_program.position, accounts, data }, [authoritySeeds])
}

/** Encodes the decided values, 16 bytes each, because the accounts have changed when the script goes on. */
function noteOf(values: readonly bigint[]): Uint8Array {
  const note = Buffer.alloc(16 * values.length)
  for (const [i, value] of values.entries()) {
    note.writeBigUInt64LE(BigInt.asUintN(64, value), 16 * i)
    note.writeBigUInt64LE(value >> 64n, 16 * i + 8)
  }
  return note
}

function inNote(note: Uint8Array, i: number): bigint {
  const bytes = Buffer.from(note)
  return (bytes.readBigUInt64LE(16 * i + 8) << 64n) | bytes.readBigUInt64LE(16 * i)
}

/** After the pool's creation: repays the rent, locks and hands over the position, and burns the rest of the token. */
function finish({ a, pool, config, held }: Migration, note: Uint8Array): Script {
  const [liquidity, protocolBase, protocolQuote, before] = [0, 1, 2, 3].map(i => inNote(note, i)) as [
    ...[bigint, bigint, bigint, bigint],
  ]
  const script = new Script()
  const rent = before - a.pool_authority.lamports
  if (rent > 0n) transferLamports(script, a.system_program, { from: a.payer, to: a.pool_authority, lamports: rent })
  const isPartners = partnersShare(config) > creatorsShare(config)
  const locked = isPartners
    ? config.partner_permanent_locked_liquidity_percentage
    : config.creator_permanent_locked_liquidity_percentage
  if (locked > 0) lock(script, a, (liquidity * BigInt(locked)) / 100n)
  script.log('transfer ownership of the first position')
  handOver(script, a, isPartners ? config.fee_claimer : pool.creator)
  const leftover = held - waitingBase(pool) - protocolBase
  const max = config.pre_migration_token_supply - config.post_migration_token_supply
  const burnt = config.fixed_token_supply_flag === 1 && max < leftover ? max : leftover
  if (burnt > 0n) {
    const { token_base_program: tokens, base_mint: mint, base_vault: account, pool_authority: authority } = a
    burn(script, { program: tokens, mint, account, authority, amount: burnt }, [authoritySeeds])
  }
  writePool(script, a.virtual_pool, {
    ...pool,
    ...{ is_migrated: 1, migration_progress: 3 },
    protocol_migration_base_fee_amount: protocolBase,
    protocol_migration_quote_fee_amount: protocolQuote,
  })
  return script
}

const partnersShare = (config: PoolConfig): number =>
  config.partner_liquidity_percentage + config.partner_permanent_locked_liquidity_percentage
const creatorsShare = (config: PoolConfig): number =>
  config.creator_liquidity_percentage + config.creator_permanent_locked_liquidity_percentage

function lock(script: Script, a: Accounts, liquidity: bigint): void {
  const accounts = [
    { position: a.pool.position, isWritable: true },
    { position: a.first_position.position, isWritable: true },
    { position: a.first_position_nft_account.position },
    { position: a.pool_authority.position, isSigner: true },
    { position: a.damm_event_authority.position },
    { position: a.amm_program.position },
  ]
  const data = permanentLockLayout.encode({ permanent_lock_liquidity: liquidity })
  script.cpi({ program: a.amm_program.position, accounts, data }, [authoritySeeds])
}

/** `SetAuthority` of the account that holds the position's NFT: gives it to a new owner. */
function handOver(script: Script, a: Accounts, owner: typeof program): void {
  const accounts = [
    { position: a.first_position_nft_account.position, isWritable: true },
    { position: a.pool_authority.position, isSigner: true },
  ]
  const data = Buffer.concat([Uint8Array.of(6, 2, 1), addressBytes(owner)])
  script.cpi({ program: a.token_2022_program.position, accounts, data }, [authoritySeeds])
}

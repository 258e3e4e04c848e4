import { type Address, associatedTokenProgram, type Clock, rentExemption, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import {
  ammConfigLayout,
  initializeLayout,
  observationStateLayout,
  poolStateLayout,
} from '@tern/venues/raydiumCpmm/internal'
import type { PoolState } from '@tern/venues/raydiumLaunchlab'
import { authority, cpswapPermission, cpswapProgram } from '@tern/venues/raydiumLaunchlab/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  type NamedAccount,
  nameAccounts,
  readMint,
  readOwn,
} from '../anchor.ts'
import { feeOn } from '../raydiumCpmm/pool.ts'
import { squareRoot } from '../squareRoot.ts'
import { burn, transferLamports } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, readGlobalConfig, readPlatformConfig, readPool, writePool } from './pool.ts'
import { vaultSize } from './vaults.ts'

const names = [
  'payer',
  'base_mint',
  'quote_mint',
  'platform_config',
  'cpswap_program',
  'cpswap_pool',
  'cpswap_authority',
  'cpswap_lp_mint',
  'cpswap_base_vault',
  'cpswap_quote_vault',
  'cpswap_config',
  'cpswap_create_pool_fee',
  'cpswap_observation',
  'cpswap_permission_pda',
  'lock_program',
  'lock_authority',
  'lock_lp_vault',
  'authority',
  'pool_state',
  'global_config',
  'base_vault',
  'quote_vault',
  'pool_lp_token',
  'base_token_program',
  'quote_token_program',
  'associated_token_program',
  'system_program',
  'rent_program',
  'metadata_program',
] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

/** CP-Swap locks this many LP units of a new pool permanently. */
const lockedLp = 100n

/**
 * `migrate_to_cpswap`: makes the pool from the curve's vaults. The payer pays for the pool's accounts.
 *
 * *Modelled*: the pool is created like any other pool, and all its liquidity is burnt.
 * The real program creates it with a creator fee, and locks the platform's and the creator's shares.
 */
export function executeMigrateToCpswap(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, names)
  const pool = checkAccounts(a)
  const amounts = {
    base: pool.supply - pool.total_base_sell - pool.total_locked_amount,
    quote: pool.real_quote - pool.migrate_fee,
  }
  const script = new Script()
  const cost = poolCost(a)
  if (cost > 0n) transferLamports(script, a.system_program, a.payer, a.authority, cost)
  createPool(script, a, amounts, clock)
  const liquidity = squareRoot(
    (amounts.base - feeOn(readMint(a.base_mint), clock.epoch, amounts.base)) *
      (amounts.quote - feeOn(readMint(a.quote_mint), clock.epoch, amounts.quote)),
  )
  const { cpswap_lp_mint: mint, pool_lp_token: account, authority: owner, quote_token_program: program } = a
  burn(script, { program, mint, account, authority: owner, amount: liquidity - lockedLp }, [authoritySeeds])
  writePool(script, a.pool_state, pool, { status: 2, epoch: clock.epoch })
  return script
}

function checkAccounts(a: Accounts): PoolState {
  checkSigner(a.payer)
  checkWritable(a.payer, a.authority, a.base_vault, a.quote_vault)
  const config = readGlobalConfig(a.global_config)
  const platform = readPlatformConfig(a.platform_config)
  const pool = readPool(a.pool_state, a.base_mint, a.quote_mint)
  checkAddress(a.global_config, pool.global_config)
  checkAddress(a.platform_config, pool.platform_config)
  checkAddress(a.base_vault, pool.base_vault)
  checkAddress(a.quote_vault, pool.quote_vault)
  checkAddress(a.authority, authority, 'ConstraintSeeds')
  checkProgram(a.cpswap_program, cpswapProgram)
  checkAddress(a.cpswap_permission_pda, cpswapPermission, 'ConstraintSeeds')
  checkProgram(a.base_token_program, a.base_mint.owner)
  checkProgram(a.quote_token_program, a.quote_mint.owner)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkProgram(a.system_program, systemProgram)
  const lpTokens = associatedAddress(authority, a.quote_token_program.address, a.cpswap_lp_mint.address)
  checkAddress(a.pool_lp_token, lpTokens)
  if (a.payer.address !== config.migrate_to_cpswap_wallet) refuse('NotApproved')
  if (a.cpswap_config.address !== platform.cpswap_config) refuse('InvalidCpSwapConfig')
  if (pool.migrate_type !== 1) refuse('MigrateTypeNotMatch')
  if (pool.status === 0) refuse('PoolFunding')
  if (pool.status === 2) refuse('PoolMigrated')
  return pool
}

/** The rent of the pool's accounts and CP-Swap's creation fee, minus the authority's balance. */
function poolCost(a: Accounts): bigint {
  const { create_pool_fee } = readOwn(a.cpswap_config, ammConfigLayout, cpswapProgram)
  const vaults = [a.base_mint, a.quote_mint].map(mint => vaultSize(readMint(mint)))
  const sizes = [82, 165, observationStateLayout.size, poolStateLayout.size, ...vaults]
  const cost = sizes.reduce((sum, size) => sum + rentExemption(size), create_pool_fee)
  return cost > a.authority.lamports ? cost - a.authority.lamports : 0n
}

/** CP-Swap's `initialize`, with the vaults' owner as the creator. */
function createPool(
  script: Script,
  a: Accounts,
  amounts: { readonly base: bigint; readonly quote: bigint },
  clock: Clock,
) {
  const base = { mint: a.base_mint, from: a.base_vault, vault: a.cpswap_base_vault, program: a.base_token_program }
  const quote = { mint: a.quote_mint, from: a.quote_vault, vault: a.cpswap_quote_vault, program: a.quote_token_program }
  const isBaseFirst = isLower(a.base_mint.address, a.quote_mint.address)
  const [side0, side1] = isBaseFirst ? [base, quote] : [quote, base]
  const accounts: readonly (readonly [NamedAccount, ('signer' | 'writable')?])[] = [
    [a.authority, 'signer'],
    [a.cpswap_config],
    [a.cpswap_authority],
    [a.cpswap_pool, a.cpswap_pool.isSigner ? 'signer' : 'writable'],
    [side0.mint],
    [side1.mint],
    [a.cpswap_lp_mint, 'writable'],
    [side0.from, 'writable'],
    [side1.from, 'writable'],
    [a.pool_lp_token, 'writable'],
    [side0.vault, 'writable'],
    [side1.vault, 'writable'],
    [a.cpswap_create_pool_fee, 'writable'],
    [a.cpswap_observation, 'writable'],
    [a.quote_token_program],
    [side0.program],
    [side1.program],
    [a.associated_token_program],
    [a.system_program],
    [a.rent_program],
  ]
  const [amount0, amount1] = isBaseFirst ? [amounts.base, amounts.quote] : [amounts.quote, amounts.base]
  script.cpi(
    a.cpswap_program.position,
    accounts.map(([{ position }, kind]) => ({
      ...{ position, isSigner: kind === 'signer', isWritable: kind !== undefined },
    })),
    initializeLayout.encode({ init_amount_0: amount0, init_amount_1: amount1, open_time: clock.unixTimestamp }),
    [authoritySeeds],
  )
}

function isLower(a: Address, b: Address): boolean {
  return Buffer.compare(addressBytes(a), addressBytes(b)) < 0
}

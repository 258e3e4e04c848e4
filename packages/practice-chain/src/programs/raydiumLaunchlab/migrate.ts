import { associatedTokenProgram, type Clock, systemProgram } from '@tern/core'
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
} from '../anchor.ts'
import { isLower } from '../isLower.ts'
import { callInitialize, type NewPoolAccounts, newPoolCost } from '../raydiumCpmm/callInitialize.ts'
import { feeOn } from '../raydiumCpmm/pool.ts'
import { squareRoot } from '../squareRoot.ts'
import { burn, transferLamports } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, readGlobalConfig, readPlatformConfig, readPool, writePool } from './pool.ts'

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
  const newPool = newPoolOf(a, amounts)
  const lacking = newPoolCost(newPool) - a.authority.lamports
  if (lacking > 0n) transferLamports(script, a.system_program, { from: a.payer, to: a.authority, lamports: lacking })
  callInitialize(script, newPool, { clock, seeds: authoritySeeds })
  const liquidity = squareRoot(
    (amounts.base - feeOn(readMint(a.base_mint), clock.epoch, amounts.base)) *
      (amounts.quote - feeOn(readMint(a.quote_mint), clock.epoch, amounts.quote)),
  )
  const { cpswap_lp_mint: mint, pool_lp_token: account, authority: owner, quote_token_program: program } = a
  burn(script, { program, mint, account, authority: owner, amount: liquidity - lockedLp }, [authoritySeeds])
  writePool(script, a.pool_state, { before: pool, changed: { status: 2, epoch: clock.epoch } })
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

/** The accounts of the call that creates the pool. */
function newPoolOf(a: Accounts, amounts: { readonly base: bigint; readonly quote: bigint }): NewPoolAccounts {
  const base = { mint: a.base_mint, from: a.base_vault, vault: a.cpswap_base_vault, program: a.base_token_program }
  const quote = { mint: a.quote_mint, from: a.quote_vault, vault: a.cpswap_quote_vault, program: a.quote_token_program }
  const [baseSide, quoteSide] = [
    { ...base, amount: amounts.base },
    { ...quote, amount: amounts.quote },
  ]
  return {
    ...{ cpmm: a.cpswap_program, creator: a.authority, config: a.cpswap_config, authority: a.cpswap_authority },
    ...{ pool: a.cpswap_pool, lpMint: a.cpswap_lp_mint, creatorLpToken: a.pool_lp_token },
    ...{ createPoolFee: a.cpswap_create_pool_fee, observation: a.cpswap_observation },
    ...{ tokenProgram: a.quote_token_program, associatedTokenProgram: a.associated_token_program },
    ...{ systemProgram: a.system_program, rent: a.rent_program },
    sides: isLower(a.base_mint.address, a.quote_mint.address) ? [baseSide, quoteSide] : [quoteSide, baseSide],
  }
}

import { associatedTokenProgram, type Clock, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/pumpAmm'
import { globalConfigLayout, poolLayout } from '@tern/venues/pumpAmm/internal'
import { program as pumpProgram } from '@tern/venues/pumpfun'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  nameAccounts,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { checkEventAccounts, emit } from '../events.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { openAssociatedAccount, transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { initBoostEventLayout } from './layout.ts'

const names = [
  'pool',
  'global_config',
  'creator',
  'base_mint',
  'quote_mint',
  'pool_base_token_account',
  'pool_quote_token_account',
  'boost_vault_authority',
  'boost_vault',
  'quote_token_program',
  'system_program',
  'associated_token_program',
  'event_authority',
  'program',
] as const

/**
 * `init_boost`: moves a share of the pool's quote to a vault that buys and burns later.
 * The share is the pool's part of the base supply. It keeps counting for the price, as virtual reserves.
 * On mainnet, 84.99 SOL with 206.9 of 1,000 million tokens left 17,584,505,288 virtual lamports.
 */
export function executeInitBoost(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, names)
  const config = readOwn(a.global_config, globalConfigLayout, program)
  checkSigner(a.creator)
  checkWritable(a.pool, a.creator, a.pool_quote_token_account, a.boost_vault)
  const pool = readOwn(a.pool, poolLayout, program)
  const base = readMint(a.base_mint)
  const quote = readMint(a.quote_mint)
  checkAddress(a.base_mint, pool.base_mint)
  checkAddress(a.quote_mint, pool.quote_mint)
  checkAddress(a.pool_base_token_account, pool.pool_base_token_account)
  checkAddress(a.pool_quote_token_account, pool.pool_quote_token_account)
  checkAddress(a.creator, pool.creator)
  checkSeeds(a.boost_vault_authority, program, 'boost_vault', addressBytes(a.pool.address))
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  const vault = associatedAddress(a.boost_vault_authority.address, a.quote_token_program.address, quote.address)
  checkAddress(a.boost_vault, vault, 'ConstraintSeeds')
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkEventAccounts(a, program)
  if (!config.boost_enabled) refuse('BoostDisabled')
  if (pool.virtual_quote_reserves !== 0n || pool.is_mayhem_mode) refuse('PoolCannotBoost')
  const tokens = readTokenAccount(a.pool_base_token_account).amount
  const reserves = readTokenAccount(a.pool_quote_token_account).amount
  if (base.supply === 0n) refuse('DivisionByZero')
  const amount = (reserves * tokens) / base.supply

  const script = new Script()
  const { creator: payer, boost_vault_authority: owner, quote_mint: mint, quote_token_program } = a
  openAssociatedAccount(script, {
    program: a.associated_token_program,
    payer,
    account: a.boost_vault,
    owner,
    mint,
    system: a.system_program,
    tokens: quote_token_program,
  })
  const index = Uint8Array.of(pool.index & 0xff, pool.index >> 8)
  const mints = [addressBytes(pool.base_mint), addressBytes(pool.quote_mint)]
  const seeds = checkSeeds(a.pool, program, 'pool', index, addressBytes(pool.creator), ...mints)
  const from = a.pool_quote_token_account
  const transfer = { program: quote_token_program, from, mint, to: a.boost_vault, authority: a.pool, amount }
  transferChecked(script, { ...transfer, decimals: quote.decimals }, [seeds])
  script.write(a.pool.position, 0, poolLayout.encode({ ...pool, virtual_quote_reserves: amount }))
  const curve = findProgramAddress(pumpProgram, [Buffer.from('bonding-curve'), addressBytes(base.address)])
  const event = {
    timestamp: clock.unixTimestamp,
    mint: base.address,
    bonding_curve: curve.address,
    pool: a.pool.address,
    virtual_quote_reserves: amount,
    real_quote_reserves_after: reserves - amount,
  }
  emit(script, a, initBoostEventLayout.encode(event))
  return script
}

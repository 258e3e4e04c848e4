import {
  associatedTokenProgram,
  type Clock,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { program as ammProgram } from '@tern/venues/pumpAmm'
import { type Global, program } from '@tern/venues/pumpfun'
import { migrationEventLayout } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  type NamedAccount,
  nameAccounts,
  readMint,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { checkEventAccounts, emit } from '../events.ts'
import { createPoolLayout, initBoostTag } from '../pumpAmm/layout.ts'
import { burn, openAssociatedAccount, syncNative, transferChecked, transferLamports } from '../tokenCalls.ts'
import { type CurveAccount, isNative, readCurve, readGlobal, writeCurve } from './curve.ts'
import { refuse } from './errors.ts'

const migrateNames = [
  'global',
  'withdraw_authority',
  'base_mint',
  'bonding_curve',
  'associated_base_bonding_curve',
  'user',
  'system_program',
  'token_program',
  'pump_amm',
  'pool',
  'pool_authority',
  'pool_authority_mint_account',
  'pool_authority_quote_account',
  'amm_global_config',
  'quote_mint',
  'lp_mint',
  'user_pool_token_account',
  'pool_base_token_account',
  'pool_quote_token_account',
  'token_2022_program',
  'associated_token_program',
  'pump_amm_event_authority',
  'event_authority',
  'program',
  'rent',
] as const

const migrateV2Names = [
  'global',
  'withdraw_authority',
  'base_mint',
  'quote_mint',
  'bonding_curve',
  'associated_base_bonding_curve',
  'associated_quote_bonding_curve',
  'user',
  'system_program',
  'pump_amm',
  'pool',
  'pool_authority',
  'pool_authority_mint_account',
  'pool_authority_quote_account',
  'amm_global_config',
  'lp_mint',
  'user_pool_token_account',
  'pool_base_token_account',
  'pool_quote_token_account',
  'base_token_program',
  'quote_token_program',
  'token_2022_program',
  'associated_token_program',
  'pump_amm_event_authority',
  'rent',
  'event_authority',
  'program',
] as const

type V2 = Readonly<Record<(typeof migrateV2Names)[number], NamedAccount>>
/** The accounts of both versions, by the newer names. The older version has no quote account of the curve. */
type Accounts = Omit<V2, 'associated_quote_bonding_curve'> & Partial<Pick<V2, 'associated_quote_bonding_curve'>>

interface Migration {
  readonly a: Accounts
  readonly global: Global
  readonly curve: CurveAccount
  readonly authoritySeeds: readonly Uint8Array[]
  readonly boost: readonly [authority: NamedAccount, vault: NamedAccount] | undefined
}

function readMigration(a: Accounts, rest: readonly NamedAccount[]): Migration {
  const global = readGlobal(a.global)
  const base = readMint(a.base_mint)
  const quote = readMint(a.quote_mint)
  const curve = readCurve(a.bonding_curve, base.address)
  checkSigner(a.user)
  checkWritable(a.user, a.withdraw_authority, a.pool, a.pool_authority, a.lp_mint)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.base_token_program, base.program)
  checkProgram(a.quote_token_program, quote.program)
  checkProgram(a.token_2022_program, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkAddress(a.pump_amm, ammProgram)
  checkAddress(a.rent, rentSysvar)
  const authoritySeeds = checkSeeds(a.pool_authority, program, 'pool-authority', addressBytes(base.address))
  for (const [account, owner, mint, tokens] of [
    [a.associated_base_bonding_curve, a.bonding_curve, base, a.base_token_program],
    [a.pool_authority_mint_account, a.pool_authority, base, a.base_token_program],
    [a.pool_authority_quote_account, a.pool_authority, quote, a.quote_token_program],
  ] as const) {
    checkWritable(account)
    checkAddress(account, associatedAddress(owner.address, tokens.address, mint.address), 'ConstraintSeeds')
  }
  checkEventAccounts(a, program)
  if (a.withdraw_authority.address !== global.withdraw_authority) refuse('NotAuthorized')
  if (!global.enable_migrate) refuse('DisabledMigrate')
  if (!curve.state.complete) refuse('BondingCurveNotComplete')
  if (quote.address !== (isNative(curve.state) ? wrappedNativeMint : curve.state.quote_mint))
    refuse('UnsupportedQuoteMint')
  const [authority, vault] = rest
  const boost = authority === undefined || vault === undefined ? undefined : ([authority, vault] as const)
  return { a, global, curve, authoritySeeds, boost }
}

/** `migrate`: moves a coin's liquidity in lamports to a pool. */
export function executeMigrate(invocation: Invocation, clock: Clock): Script {
  const { token_program, ...a } = nameAccounts(invocation, migrateNames)
  checkProgram(token_program, tokenProgram)
  const base_token_program = a.base_mint.owner === token2022Program ? a.token_2022_program : token_program
  const accounts = { ...a, base_token_program, quote_token_program: token_program }
  const migration = readMigration(accounts, remainingAccounts(invocation, migrateNames))
  return migrate(migration, invocation, clock)
}

/** `migrate_v2`: the same with any quote mint. */
export function executeMigrateV2(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, migrateV2Names)
  const { bonding_curve, quote_token_program, quote_mint } = a
  const held = associatedAddress(bonding_curve.address, quote_token_program.address, quote_mint.address)
  checkAddress(a.associated_quote_bonding_curve, held, 'ConstraintSeeds')
  return migrate(readMigration(a, remainingAccounts(invocation, migrateV2Names)), invocation, clock)
}

/** The amounts, decided before the pool is made and emitted after it. */
function amountsOf({ curve: { state }, global }: Migration) {
  const fee = global.pool_migration_fee
  return {
    tokens: state.token_total_supply - global.initial_real_token_reserves,
    quote: isNative(state) ? state.real_quote_reserves - fee : state.real_quote_reserves,
    fee,
  }
}

/**
 * Does nothing, and logs that, if the curve has migrated already.
 * The fee pays for the pool's accounts, which the pool authority opens. The rest of the fee goes to the withdraw
 * authority.
 * The LP tokens are burnt in a second step, once their number is known.
 */
function migrate(migration: Migration, { awaited }: Invocation, clock: Clock): Script {
  const { state } = migration.curve
  if (awaited !== undefined) return finish(migration, awaited.note, clock)
  if (state.virtual_token_reserves === 0n) return new Script().log('Bonding curve already migrated')
  const { a, authoritySeeds, boost } = migration
  const { tokens, quote } = amountsOf(migration)
  const script = new Script()
  openAuthoritysAccounts(script, a)
  moveLiquidity(script, migration)
  const pool = [
    { position: a.pool.position, isWritable: true },
    { position: a.amm_global_config.position },
    { position: a.pool_authority.position, isWritable: true, isSigner: true },
    { position: a.base_mint.position },
    { position: a.quote_mint.position },
  ]
  const programs = [a.system_program, a.associated_token_program, a.pump_amm_event_authority, a.pump_amm]
  const [system, associated, ammAuthority, amm] = programs.map(({ position }) => ({ position }))
  const writable = (...accounts: readonly NamedAccount[]) =>
    accounts.map(({ position }) => ({ position, isWritable: true }))
  const create = createPoolLayout.encode({
    index: 0,
    base_amount_in: tokens,
    quote_amount_in: quote,
    coin_creator: state.creator,
    is_mayhem_mode: state.is_mayhem_mode,
    is_cashback_coin: state.is_cashback_coin,
    creator_fee_bps: state.creator_fee_bps,
    can_edit_creator_fee: state.can_edit_creator_fee,
    is_holder_reward: state.is_holder_reward,
  })
  const { pool_authority_mint_account: base, pool_authority_quote_account: paid } = a
  const poolAccounts = [a.pool_base_token_account, a.pool_quote_token_account]
  const createAccounts = [
    ...pool,
    ...writable(a.lp_mint, base, paid, a.user_pool_token_account, ...poolAccounts),
    system,
    { position: a.token_2022_program.position },
    { position: a.base_token_program.position },
    { position: a.quote_token_program.position },
    associated,
    ammAuthority,
    amm,
  ]
  const isThere = (account: { position: number } | undefined): account is { position: number } => account !== undefined
  script.cpi({ program: a.pump_amm.position, accounts: createAccounts.filter(isThere), data: create }, [authoritySeeds])
  if (boost !== undefined && !state.is_mayhem_mode) {
    const [authority, vault] = boost
    const boostAccounts = [
      ...pool,
      { position: a.pool_base_token_account.position },
      ...writable(a.pool_quote_token_account),
      { position: authority.position },
      ...writable(vault),
      { position: a.quote_token_program.position },
      system,
      associated,
      ammAuthority,
      amm,
    ]
    script.cpi({ program: a.pump_amm.position, accounts: boostAccounts.filter(isThere), data: initBoostTag }, [
      authoritySeeds,
    ])
  }
  return script.await(noteOf(quote))
}

/** The curve's quote goes on as the note, because the curve is empty when the script goes on. */
function noteOf(quote: bigint): Uint8Array {
  const note = Buffer.alloc(8)
  note.writeBigUInt64LE(quote)
  return note
}

/** Opens the accounts that fill the pool. */
function openAuthoritysAccounts(script: Script, a: Accounts): void {
  const { associated_token_program: program, user: payer, pool_authority: owner, system_program: system } = a
  for (const [account, mint, tokens] of [
    [a.pool_authority_mint_account, a.base_mint, a.base_token_program],
    [a.pool_authority_quote_account, a.quote_mint, a.quote_token_program],
  ] as const)
    openAssociatedAccount(script, { program, payer, account, owner, mint, system, tokens })
}

/** Moves tokens and quote from the curve to its pool authority, which also gets the fee in lamports. */
function moveLiquidity(script: Script, migration: Migration): void {
  const { a, curve } = migration
  const { tokens, quote, fee } = amountsOf(migration)
  const { bonding_curve: authority, pool_authority: owner, pool_authority_quote_account: to } = a
  const transfer = (from: NamedAccount, to: NamedAccount, mint: NamedAccount, program: NamedAccount, amount: bigint) =>
    transferChecked(script, { program, from, mint, to, authority, amount, decimals: readMint(mint).decimals }, [
      curve.seeds,
    ])
  transfer(a.associated_base_bonding_curve, a.pool_authority_mint_account, a.base_mint, a.base_token_program, tokens)
  writeCurve(script, curve, {
    ...curve.state,
    virtual_token_reserves: 0n,
    virtual_quote_reserves: 0n,
    real_quote_reserves: 0n,
  })
  if (isNative(curve.state)) {
    script.moveLamports(authority.position, owner.position, quote + fee)
    transferLamports(script, a.system_program, {
      from: owner,
      to,
      lamports: quote,
      seeds: [migration.authoritySeeds],
      beside: [authority],
    })
    syncNative(script, a.quote_token_program, to)
  } else {
    if (a.associated_quote_bonding_curve === undefined) refuse('UnsupportedQuoteMint')
    transfer(a.associated_quote_bonding_curve, to, a.quote_mint, a.quote_token_program, quote)
    transferLamports(script, a.system_program, { from: a.user, to: owner, lamports: fee })
  }
}

/** After the pool's creation: burns the LP tokens, pays out the rest of the fee, and emits the event. */
function finish(migration: Migration, note: Uint8Array, clock: Clock): Script {
  const { a, curve, authoritySeeds } = migration
  const { pool_authority: authority, lp_mint: mint, user_pool_token_account: account } = a
  const { tokens, fee } = amountsOf(migration)
  const script = new Script()
  const { amount } = readTokenAccount(account)
  burn(script, { program: a.token_2022_program, mint, account, authority, amount }, [authoritySeeds])
  const left = authority.lamports
  if (left > 0n)
    transferLamports(script, a.system_program, {
      from: authority,
      to: a.withdraw_authority,
      lamports: left,
      seeds: [authoritySeeds],
    })
  emit(
    script,
    a,
    migrationEventLayout.encode({
      user: a.user.address,
      mint: a.base_mint.address,
      mint_amount: tokens,
      sol_amount: Buffer.from(note).readBigUInt64LE(),
      pool_migration_fee: fee,
      bonding_curve: a.bonding_curve.address,
      timestamp: clock.unixTimestamp,
      pool: a.pool.address,
      quote_mint: curve.state.quote_mint,
    }),
  )
  return script
}

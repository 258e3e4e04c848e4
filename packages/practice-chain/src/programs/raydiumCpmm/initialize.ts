import {
  type Address,
  associatedTokenProgram,
  type Clock,
  isTernError,
  type Mint,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { type AmmConfig, program } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  authority,
  authorityBump,
  createPoolFeeReceiver,
  observationStateLayout,
  poolStateLayout,
} from '@tern/venues/raydiumCpmm/internal'
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
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { squareRoot } from '../squareRoot.ts'
import {
  createAccount,
  createAssociatedAccount,
  initializeMint,
  initializeTokenAccount,
  mintTo,
  syncNative,
  transferChecked,
  transferLamports,
} from '../tokenCalls.ts'
import { vaultSize } from '../vaultSize.ts'
import { refuse } from './errors.ts'
import { readThreeU64s } from './liquidityArguments.ts'
import { authoritySeed, feeOn } from './pool.ts'

const lockedLp = 100n
const lpDecimals = 9

const names = [
  'creator',
  'amm_config',
  'authority',
  'pool_state',
  'token_0_mint',
  'token_1_mint',
  'lp_mint',
  'creator_token_0',
  'creator_token_1',
  'creator_lp_token',
  'token_0_vault',
  'token_1_vault',
  'create_pool_fee',
  'observation_state',
  'token_program',
  'token_0_program',
  'token_1_program',
  'associated_token_program',
  'system_program',
  'rent',
] as const

/** Mints that are accepted with any extensions (`MINT_WHITELIST`, utils/token.rs). */
const allowedMints: readonly string[] = [
  'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM',
  'Crn4x1Y2HUKko7ox2EZMT6N2t2ZyH7eKtwkBGVnhEq1g',
  'FrBfWJ4qE5sCzKm3k3JaAtqZcXUh4LvJygDeketsrsH4',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
]
const allowedExtensions: readonly string[] = [
  'transferFeeConfig',
  'metadataPointer',
  'tokenMetadata',
  'interestBearingConfig',
  'scaledUiAmount',
]

/** `is_supported_mint` (utils/token.rs). */
function isSupported(mint: Mint): boolean {
  if (mint.program === tokenProgram || allowedMints.includes(mint.address)) return true
  return mint.extensions.names.every(name => allowedExtensions.includes(name))
}

/** Checks an account's address against its seeds. Returns the signing seeds. */
function derived(account: NamedAccount, seed: string, ...rest: readonly Address[]): readonly Uint8Array[] {
  const { address, seeds } = findProgramAddress(program, [Buffer.from(seed), ...rest.map(addressBytes)])
  checkAddress(account, address, 'ConstraintSeeds')
  return seeds
}

/** `Initialize` (instructions/initialize.rs): the types of the accounts that exist. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  checkSigner(a.creator)
  const config: AmmConfig = readOwn(a.amm_config, ammConfigLayout, program)
  const mint0 = readMint(a.token_0_mint)
  const mint1 = readMint(a.token_1_mint)
  const token0 = readTokenAccount(a.creator_token_0)
  const token1 = readTokenAccount(a.creator_token_1)
  readTokenAccount(a.create_pool_fee)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.token_0_program, tokenProgram, token2022Program)
  checkProgram(a.token_1_program, tokenProgram, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkProgram(a.system_program, systemProgram)
  checkAddress(a.rent, rentSysvar, 'AccountSysvarMismatch')
  return { a, config, mint0, mint1, token0, token1 }
}

type Accounts = ReturnType<typeof readAccounts>

/** The accounts of `init`, which Anchor opens before it checks the constraints of the others. */
function openAccounts(script: Script, { a }: Accounts): void {
  const pool = a.pool_state.address
  create(script, a, { account: a.lp_mint, owner: tokenProgram, space: 82 }, derived(a.lp_mint, 'pool_lp_mint', pool))
  initializeMint(script, a.token_program, { mint: a.lp_mint, decimals: lpDecimals, authority })
  checkWritable(a.lp_mint)
  createAssociatedAccount(script, {
    program: a.associated_token_program,
    payer: a.creator,
    account: a.creator_lp_token,
    owner: a.creator,
    mint: a.lp_mint,
    system: a.system_program,
    tokens: a.token_program,
  })
  checkWritable(a.creator_lp_token)
  const observation = { account: a.observation_state, owner: program, space: observationStateLayout.size }
  create(script, a, observation, derived(a.observation_state, 'observation', pool))
  checkWritable(a.observation_state)
}

/** The constraints of the other accounts. Returns the seeds of the vaults. */
function checkConstraints({ a, mint0, mint1, token0, token1 }: Accounts) {
  const pool = a.pool_state.address
  checkWritable(a.creator)
  checkAddress(a.authority, authority, 'ConstraintSeeds')
  checkWritable(a.pool_state)
  if (Buffer.compare(addressBytes(mint0.address), addressBytes(mint1.address)) >= 0)
    fail('ConstraintRaw', 'token_0_mint')
  if (mint0.program !== a.token_0_program.address) fail('ConstraintMintTokenProgram', 'token_0_mint')
  if (mint1.program !== a.token_1_program.address) fail('ConstraintMintTokenProgram', 'token_1_mint')
  for (const [account, token, mint] of [
    [a.creator_token_0, token0, mint0],
    [a.creator_token_1, token1, mint1],
  ] as const) {
    checkWritable(account)
    if (token.mint !== mint.address) fail('ConstraintTokenMint', account.name)
    if (token.owner !== a.creator.address) fail('ConstraintTokenOwner', account.name)
  }
  const seeds0 = derived(a.token_0_vault, 'pool_vault', pool, mint0.address)
  checkWritable(a.token_0_vault)
  const seeds1 = derived(a.token_1_vault, 'pool_vault', pool, mint1.address)
  checkWritable(a.token_1_vault, a.create_pool_fee)
  checkAddress(a.create_pool_fee, createPoolFeeReceiver)
  return [seeds0, seeds1] as const
}

/** `initialize` (instructions/initialize.rs). A refusal follows the effects before it, whose failure would come first. */
export function executeInitialize(invocation: Invocation, clock: Clock): Script {
  const args = readThreeU64s(invocation.data)
  const accounts = readAccounts(invocation)
  const script = new Script()
  try {
    openAccounts(script, accounts)
    handle(script, accounts, checkConstraints(accounts), args, clock)
  } catch (error) {
    if (!isTernError(error, 'practice/programFailed') || error.facts.code === 'panic') throw error
    for (const line of error.facts.logs) script.log(line)
    script.fail(error.facts.code)
  }
  return script
}

interface Created {
  readonly account: NamedAccount
  readonly owner: Address
  readonly space: number
}

function create(script: Script, a: Accounts['a'], created: Created, signer: readonly Uint8Array[]): void {
  const rent = rentExemption(created.space)
  createAccount(script, { system: a.system_program, payer: a.creator, ...created, rent }, [signer])
}

/**
 * The body of `initialize`. Adds its effects in order.
 * @throws TernError `practice/programFailed` at its first refusal, after the effects before that.
 */
function handle(
  script: Script,
  { a, config, mint0, mint1 }: Accounts,
  [seeds0, seeds1]: ReturnType<typeof checkConstraints>,
  [initAmount0, initAmount1, askedTime]: readonly [bigint, bigint, bigint],
  clock: Clock,
): void {
  if (!isSupported(mint0) || !isSupported(mint1)) refuse('NotSupportMint')
  if (config.disable_create_pool) refuse('NotApproved')
  const openTime = askedTime <= clock.unixTimestamp ? clock.unixTimestamp + 1n : askedTime
  create(script, a, { account: a.token_0_vault, owner: mint0.program, space: vaultSize(mint0) }, seeds0)
  initializeTokenAccount(script, a.token_0_program, {
    account: a.token_0_vault,
    mint: a.token_0_mint,
    owner: authority,
  })
  create(script, a, { account: a.token_1_vault, owner: mint1.program, space: vaultSize(mint1) }, seeds1)
  initializeTokenAccount(script, a.token_1_program, {
    account: a.token_1_vault,
    mint: a.token_1_mint,
    owner: authority,
  })
  if (a.pool_state.owner !== systemProgram) refuse('NotApproved')
  const pda = findProgramAddress(program, [
    Buffer.from('pool'),
    ...[a.amm_config, a.token_0_mint, a.token_1_mint].map(({ address }) => addressBytes(address)),
  ])
  if (a.pool_state.address !== pda.address && !a.pool_state.isSigner) fail('RequireEqViolated')
  create(script, a, { account: a.pool_state, owner: program, space: poolStateLayout.size }, pda.seeds)

  for (const [tokens, from, mint, to, amount, decimals] of [
    [a.token_0_program, a.creator_token_0, a.token_0_mint, a.token_0_vault, initAmount0, mint0.decimals],
    [a.token_1_program, a.creator_token_1, a.token_1_mint, a.token_1_vault, initAmount1, mint1.decimals],
  ] as const)
    if (amount > 0n)
      transferChecked(script, { program: tokens, from, mint, to, authority: a.creator, amount, decimals })
  const vault0 = initAmount0 - feeOn(mint0, clock.epoch, initAmount0)
  const vault1 = initAmount1 - feeOn(mint1, clock.epoch, initAmount1)
  if (vault0 === 0n || vault1 === 0n) refuse('EmptySupply')
  const liquidity = squareRoot(vault0 * vault1)
  script.log(`liquidity:${liquidity}, lock_lp_amount:${lockedLp}, vault_0_amount:${vault0},vault_1_amount:${vault1}`)
  if (liquidity < lockedLp) refuse('InitLpAmountTooLess')
  mintTo(
    script,
    {
      program: a.token_program,
      mint: a.lp_mint,
      account: a.creator_lp_token,
      authority: a.authority,
      amount: liquidity - lockedLp,
    },
    [[authoritySeed, Uint8Array.of(authorityBump)]],
  )
  if (config.create_pool_fee > 0n) {
    transferLamports(script, a.system_program, {
      from: a.creator,
      to: a.create_pool_fee,
      lamports: config.create_pool_fee,
    })
    syncNative(script, a.token_program, a.create_pool_fee)
  }
  script.write(
    a.pool_state.position,
    0,
    poolStateLayout.encode({
      amm_config: a.amm_config.address,
      pool_creator: a.creator.address,
      token_0_vault: a.token_0_vault.address,
      token_1_vault: a.token_1_vault.address,
      lp_mint: a.lp_mint.address,
      token_0_mint: mint0.address,
      token_1_mint: mint1.address,
      token_0_program: mint0.program,
      token_1_program: mint1.program,
      observation_key: a.observation_state.address,
      auth_bump: authorityBump,
      status: 0,
      lp_mint_decimals: lpDecimals,
      mint_0_decimals: mint0.decimals,
      mint_1_decimals: mint1.decimals,
      lp_supply: liquidity,
      protocol_fees_token_0: 0n,
      protocol_fees_token_1: 0n,
      fund_fees_token_0: 0n,
      fund_fees_token_1: 0n,
      open_time: openTime,
      recent_epoch: clock.epoch,
      creator_fee_on: 0,
      enable_creator_fee: false,
      padding1: new Uint8Array(6),
      creator_fees_token_0: 0n,
      creator_fees_token_1: 0n,
      padding: new Uint8Array(224),
    }),
  )
  script.write(a.observation_state.position, 0, observationStateLayout.discriminator)
  script.write(a.observation_state.position, observationStateLayout.offsets.pool_id, addressBytes(a.pool_state.address))
}

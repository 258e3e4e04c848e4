import {
  associatedTokenProgram,
  type Clock,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { type Config, program } from '@tern/venues/boop'
import {
  bondingCurveLayout,
  initialSupply,
  raydiumPoolCreatedEventLayout,
  tokenGraduatedEventLayout,
} from '@tern/venues/boop/internal'
import { program as cpmmProgram } from '@tern/venues/raydiumCpmm'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  fail,
  isAssociated,
  type NamedAccount,
  nameAccounts,
  readMint,
  readTokenAccount,
} from '../anchor.ts'
import { callInitialize, newPoolCost } from '../raydiumCpmm/callInitialize.ts'
import {
  createAccount,
  initializeTokenAccount,
  openAssociatedAccount,
  syncNative,
  transferChecked,
  transferLamports,
} from '../tokenCalls.ts'
import { readConfig, readCurve } from './accounts.ts'
import { refuse } from './errors.ts'

const graduateNames = [
  'mint',
  'wsol',
  'protocol_fee_recipient',
  'token_distributor',
  'token_distributor_token_account',
  'vault_authority',
  'bonding_curve_sol_vault',
  'bonding_curve',
  'bonding_curve_vault',
  'bonding_curve_wsol_account',
  'operator',
  'config',
  'system_program',
  'token_program',
  'associated_token_program',
] as const
const createNames = [
  'cpmm_program',
  'amm_config',
  'authority',
  'pool_state',
  'token_0_mint',
  'token_1_mint',
  'lp_mint',
  'vault_authority',
  'bonding_curve',
  'bonding_curve_vault',
  'bonding_curve_wsol_vault',
  'creator_lp_token',
  'token_0_vault',
  'token_1_vault',
  'create_pool_fee',
  'observation_state',
  'operator',
  'config',
  'token_program',
  'associated_token_program',
  'system_program',
  'rent',
] as const

/** `BondingCurveStatus`. */
const status = { trading: 0, graduated: 1, liquidityProvisioned: 3 } as const
const tokenAccountSize = 165
const decimals = 9

type Shared =
  | 'operator'
  | 'config'
  | 'vault_authority'
  | 'bonding_curve'
  | 'bonding_curve_vault'
  | 'system_program'
  | 'token_program'
  | 'associated_token_program'

/** Checks the accounts that both instructions name, and the operator. */
function readShared(a: Readonly<Record<Shared, NamedAccount>>, mint: NamedAccount, wsol: NamedAccount) {
  const mintBytes = addressBytes(readMint(mint).address)
  checkSigner(a.operator)
  checkWritable(a.operator, a.bonding_curve, a.bonding_curve_vault)
  checkAddress(wsol, wrappedNativeMint)
  checkSeeds(a.config, program, 'config')
  checkSeeds(a.bonding_curve, program, 'bonding_curve', mintBytes)
  checkSeeds(a.bonding_curve_vault, program, 'bonding_curve_vault', mintBytes)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  const config: Config = readConfig(a.config)
  const state = readCurve(a.bonding_curve)
  if (!config.operators.includes(a.operator.address)) refuse('Unauthorized')
  return { config, state, mintBytes, authoritySeeds: checkSeeds(a.vault_authority, program, 'vault_authority') }
}

function writeStatus(script: Script, curve: NamedAccount, value: number): void {
  script.write(curve.position, bondingCurveLayout.offsets.status, Uint8Array.of(value))
}

/**
 * `graduate`: wraps the curve's lamports, and pays the fee and the stakers' tokens.
 *
 * *Modelled*: the order of the calls. The reserves stay in the curve's account.
 */
export function executeGraduate(invocation: Invocation): Script {
  const a = nameAccounts(invocation, graduateNames)
  const { config, state, mintBytes, authoritySeeds } = readShared(a, a.mint, a.wsol)
  const solSeeds = checkSeeds(a.bonding_curve_sol_vault, program, 'bonding_curve_sol_vault', mintBytes)
  const wsolSeeds = checkSeeds(a.bonding_curve_wsol_account, program, 'bonding_curve_wsol_vault', mintBytes)
  checkWritable(a.protocol_fee_recipient, a.token_distributor_token_account)
  checkWritable(a.bonding_curve_sol_vault, a.bonding_curve_wsol_account)
  if (a.protocol_fee_recipient.address !== config.protocol_fee_recipient) refuse('InvalidProtocolFeeRecipient')
  checkAddress(a.token_distributor, config.token_distributor)
  const { token_distributor: distributor, token_distributor_token_account: distributed, mint } = a
  if (!isAssociated(distributed, { owner: distributor.address, tokenProgram, mint: mint.address }))
    fail('ConstraintAssociated', distributed.name)
  if (state.status !== status.trading || state.sol_reserves < state.graduation_target)
    refuse('InvalidBondingCurveStatus')
  const { system_program: system, token_program: tokens, operator: payer } = a
  const script = new Script()
  const wsol = { system, payer, account: a.bonding_curve_wsol_account, owner: tokenProgram, space: tokenAccountSize }
  createAccount(script, { ...wsol, rent: rentExemption(tokenAccountSize) }, [wsolSeeds])
  initializeTokenAccount(script, tokens, {
    account: a.bonding_curve_wsol_account,
    mint: a.wsol,
    owner: a.vault_authority.address,
  })
  openAssociatedAccount(script, {
    ...{ program: a.associated_token_program, payer, account: distributed, owner: distributor, mint, system, tokens },
  })
  const fee = state.graduation_fee
  const liquidity = state.sol_reserves - fee
  if (fee > 0n)
    transferLamports(script, system, {
      from: a.bonding_curve_sol_vault,
      to: a.protocol_fee_recipient,
      lamports: fee,
      seeds: [solSeeds],
    })
  transferLamports(script, system, {
    from: a.bonding_curve_sol_vault,
    to: a.bonding_curve_wsol_account,
    lamports: liquidity,
    seeds: [solSeeds],
  })
  syncNative(script, tokens, a.bonding_curve_wsol_account)
  const amount = (initialSupply * BigInt(state.token_for_stakers_basis_points)) / 10_000n
  const share = { program: tokens, from: a.bonding_curve_vault, to: distributed, mint, amount, decimals }
  if (amount > 0n) transferChecked(script, { ...share, authority: a.vault_authority }, [authoritySeeds])
  writeStatus(script, a.bonding_curve, status.graduated)
  return script.logData(
    tokenGraduatedEventLayout.encode({
      ...{ mint: mint.address, sol_for_liquidity: liquidity, graduation_fee: fee, token_for_distributor: amount },
    }),
  )
}

/**
 * `create_raydium_pool`: the graduated curve's wrapped SOL and some of its tokens become a pool of CP-Swap.
 *
 * *Modelled*: the operator pays the creation, the curve skips the correction of the pool's price, and the program keeps
 * the LP tokens.
 */
export function executeCreateRaydiumPool(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, createNames)
  const { config, state, mintBytes, authoritySeeds } = readShared(a, a.token_0_mint, a.token_1_mint)
  checkSeeds(a.bonding_curve_wsol_vault, program, 'bonding_curve_wsol_vault', mintBytes)
  checkProgram(a.cpmm_program, cpmmProgram)
  checkAddress(a.rent, rentSysvar)
  checkWritable(a.vault_authority, a.bonding_curve_wsol_vault)
  if (state.status !== status.graduated) refuse('InvalidBondingCurveStatus')
  if (Buffer.compare(mintBytes, addressBytes(wrappedNativeMint)) >= 0) refuse('MintIsLargerThanOrEqualToNativeMint')
  const amount = config.token_amount_for_raydium_liquidity
  if (amount > readTokenAccount(a.bonding_curve_vault).amount) refuse('TokenAmountForRaydiumLiquidityTooHigh')
  const token = { mint: a.token_0_mint, from: a.bonding_curve_vault, vault: a.token_0_vault, amount }
  const wrapped = readTokenAccount(a.bonding_curve_wsol_vault).amount
  const sol = { mint: a.token_1_mint, from: a.bonding_curve_wsol_vault, vault: a.token_1_vault, amount: wrapped }
  const tokens = { program: a.token_program }
  const pool = {
    ...{ cpmm: a.cpmm_program, creator: a.vault_authority, config: a.amm_config, authority: a.authority },
    ...{ pool: a.pool_state, lpMint: a.lp_mint, creatorLpToken: a.creator_lp_token },
    ...{ createPoolFee: a.create_pool_fee, observation: a.observation_state, tokenProgram: a.token_program },
    ...{ associatedTokenProgram: a.associated_token_program, systemProgram: a.system_program, rent: a.rent },
    sides: [
      { ...token, ...tokens },
      { ...sol, ...tokens },
    ] as const,
  }
  const script = new Script()
  const lacking = newPoolCost(pool) - a.vault_authority.lamports
  if (lacking > 0n)
    transferLamports(script, a.system_program, { from: a.operator, to: a.vault_authority, lamports: lacking })
  callInitialize(script, pool, { clock, seeds: authoritySeeds })
  writeStatus(script, a.bonding_curve, status.liquidityProvisioned)
  const event = { pool_state: a.pool_state.address, mint: a.token_0_mint.address }
  return script.logData(raydiumPoolCreatedEventLayout.encode(event))
}

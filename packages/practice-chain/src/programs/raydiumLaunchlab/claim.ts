import { type Address, associatedTokenProgram, type Clock, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/raydiumLaunchlab'
import { creatorFeeVaultAuthority, platformFeeVaultAuthority } from '@tern/venues/raydiumLaunchlab/internal'
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
} from '../anchor.ts'
import { openAssociatedAccount, transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { readPlatformConfig } from './pool.ts'

const rest = [
  'recipient_token_account',
  'quote_mint',
  'token_program',
  'system_program',
  'associated_token_program',
] as const

interface Claim extends Readonly<Record<(typeof rest)[number], NamedAccount>> {
  readonly claimer: NamedAccount
  readonly authority: NamedAccount
  readonly vault: NamedAccount
}

/** `claim_creator_fee`: pays a creator all its waiting fees in a quote token. */
export function executeClaimCreatorFee(invocation: Invocation, _: Clock): Script {
  const a = nameAccounts(invocation, ['creator', 'fee_vault_authority', 'creator_fee_vault', ...rest])
  checkAddress(a.fee_vault_authority, creatorFeeVaultAuthority, 'ConstraintSeeds')
  const claim = { ...a, claimer: a.creator, authority: a.fee_vault_authority, vault: a.creator_fee_vault }
  return payOut(claim, a.creator.address, 'creator_fee_vault_auth_seed')
}

/** `claim_platform_fee_from_vault`: pays a platform all its waiting fees in a quote token. */
export function executeClaimPlatformFeeFromVault(invocation: Invocation, _: Clock): Script {
  const a = nameAccounts(invocation, [
    'platform_fee_wallet',
    'fee_vault_authority',
    'platform_config',
    'platform_fee_vault',
    ...rest,
  ])
  checkAddress(a.platform_fee_wallet, readPlatformConfig(a.platform_config).platform_fee_wallet)
  checkAddress(a.fee_vault_authority, platformFeeVaultAuthority, 'ConstraintSeeds')
  const claim = { ...a, claimer: a.platform_fee_wallet, authority: a.fee_vault_authority, vault: a.platform_fee_vault }
  return payOut(claim, a.platform_config.address, 'platform_fee_vault_auth_seed')
}

function payOut(claim: Claim, whose: Address, authoritySeed: string): Script {
  const { claimer, authority, vault, recipient_token_account: to, quote_mint, token_program, system_program } = claim
  checkSigner(claimer)
  checkWritable(claimer, vault, to)
  const mint = readMint(quote_mint)
  checkProgram(token_program, mint.program)
  checkProgram(system_program, systemProgram)
  checkProgram(claim.associated_token_program, associatedTokenProgram)
  checkSeeds(vault, program, addressBytes(whose), addressBytes(mint.address))
  checkAddress(to, associatedAddress(claimer.address, mint.program, mint.address), 'ConstraintAssociated')
  const seeds = checkSeeds(authority, program, authoritySeed)
  const { amount } = readTokenAccount(vault)
  if (amount === 0n) refuse('NoAssetsToCollect')
  const script = new Script()
  openAssociatedAccount(script, {
    ...{ program: claim.associated_token_program, payer: claimer, account: to, owner: claimer },
    ...{ mint: quote_mint, system: system_program, tokens: token_program },
  })
  const { decimals } = mint
  transferChecked(script, { program: token_program, from: vault, mint: quote_mint, to, authority, amount, decimals }, [
    seeds,
  ])
  return script
}

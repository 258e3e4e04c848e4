import {
  associatedTokenProgram,
  type Clock,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { address, addressBytes, i64, struct, u64 } from '@tern/core/internal'
import { program as feeProgram } from '@tern/venues/pumpFees'
import { program } from '@tern/venues/pumpfun'
import { noAddress, userVolumeAccumulatorSize } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSeeds,
  checkWritable,
  type NamedAccount,
  nameAccounts,
  readMint,
  readTokenAccount,
} from '../anchor.ts'
import { checkEventAccounts, type EventAccounts, emit } from '../events.ts'
import { transferChecked, transferLamports } from '../tokenCalls.ts'
import { type Accumulator, accumulators } from './accumulators.ts'
import { refuse } from './errors.ts'

const collectEvent = struct(
  'CollectCreatorFeeEvent',
  88,
  { timestamp: i64, creator: address, creator_fee: u64, quote_mint: address },
  { discriminator: [0x7a, 0x02, 0x7f, 0x01, 0x0e, 0xbf, 0x0c, 0xaf] },
)
const claimEvent = struct(
  'ClaimCashbackEvent',
  72,
  { user: address, amount: u64, timestamp: i64, total_claimed: u64, total_cashback_earned: u64 },
  { discriminator: [0xe2, 0xd6, 0xf6, 0x21, 0x07, 0xf2, 0x93, 0xe5] },
)

const above = (lamports: bigint, rent: bigint): bigint => (lamports > rent ? lamports - rent : 0n)

/** Checks a creator's vault and returns its signing seeds. The creator must not have migrated to a sharing config. */
function checkVault(vault: NamedAccount, creator: NamedAccount): readonly Uint8Array[] {
  checkWritable(creator, vault)
  if (creator.owner === feeProgram) refuse('CreatorMigratedToSharingConfig')
  return checkSeeds(vault, program, 'creator-vault', addressBytes(creator.address))
}

interface Vault {
  readonly creator: NamedAccount
  readonly vault: NamedAccount
  readonly system: NamedAccount
  readonly seeds: readonly Uint8Array[]
  readonly events: EventAccounts
}

function collectLamports({ creator, vault, system, seeds, events }: Vault, clock: Clock): Script {
  const script = new Script()
  const amount = above(vault.lamports, rentExemption(0))
  transferLamports(script, system, { from: vault, to: creator, lamports: amount, seeds: [seeds] })
  const event = { timestamp: clock.unixTimestamp, creator: creator.address, creator_fee: amount, quote_mint: noAddress }
  emit(script, events, collectEvent.encode(event))
  return script
}

/** `collect_creator_fee`: pays a creator its coins' earnings in lamports. Any signer may call it. */
export function executeCollectCreatorFee(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, ['creator', 'creator_vault', 'system_program', 'event_authority', 'program'])
  const seeds = checkVault(a.creator_vault, a.creator)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  return collectLamports(
    { creator: a.creator, vault: a.creator_vault, system: a.system_program, seeds, events: a },
    clock,
  )
}

const collectV2Names = [
  'creator',
  'creator_token_account',
  'creator_vault',
  'creator_vault_token_account',
  'quote_mint',
  'quote_token_program',
  'associated_token_program',
  'system_program',
  'event_authority',
  'program',
] as const

/** `collect_creator_fee_v2`: the same for any quote mint. The wrapped-native mint stands for lamports. */
export function executeCollectCreatorFeeV2(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, collectV2Names)
  const seeds = checkVault(a.creator_vault, a.creator)
  const mint = readMint(a.quote_mint)
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  for (const [owner, account] of [
    [a.creator, a.creator_token_account],
    [a.creator_vault, a.creator_vault_token_account],
  ] as const) {
    checkAddress(
      account,
      associatedAddress(owner.address, a.quote_token_program.address, mint.address),
      'ConstraintSeeds',
    )
    checkWritable(account)
  }
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  if (mint.address === wrappedNativeMint)
    return collectLamports(
      { creator: a.creator, vault: a.creator_vault, system: a.system_program, seeds, events: a },
      clock,
    )
  readTokenAccount(a.creator_token_account)
  const { amount } = readTokenAccount(a.creator_vault_token_account)
  const script = new Script()
  const transfer = {
    program: a.quote_token_program,
    from: a.creator_vault_token_account,
    mint: a.quote_mint,
    to: a.creator_token_account,
    authority: a.creator_vault,
    amount,
    decimals: mint.decimals,
  }
  transferChecked(script, transfer, [seeds])
  const event = {
    timestamp: clock.unixTimestamp,
    creator: a.creator.address,
    creator_fee: amount,
    quote_mint: mint.address,
  }
  emit(script, a, collectEvent.encode(event))
  return script
}

function claimLamports(events: EventAccounts, user: NamedAccount, accumulator: Accumulator, clock: Clock): Script {
  const { account, state } = accumulator
  const amount = above(account.lamports, rentExemption(userVolumeAccumulatorSize))
  const total = state.total_cashback_claimed + amount
  const script = new Script()
  accumulators.write(script, accumulator, { ...state, total_cashback_claimed: total })
  const earned = { total_claimed: total, total_cashback_earned: state.cashback_earned }
  emit(script, events, claimEvent.encode({ user: user.address, amount, timestamp: clock.unixTimestamp, ...earned }))
  return script.moveLamports(account.position, user.position, amount)
}

/** `claim_cashback`: pays an accumulator's lamports above its rent to its user. Any signer may call it. */
export function executeClaimCashback(invocation: Invocation, clock: Clock): Script {
  const names = ['user', 'user_volume_accumulator', 'system_program', 'event_authority', 'program'] as const
  const a = nameAccounts(invocation, names)
  checkWritable(a.user)
  const accumulator = accumulators.read(a.user_volume_accumulator, a.user, 'there')
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  return claimLamports(a, a.user, accumulator, clock)
}

const claimV2Names = [
  'user',
  'user_volume_accumulator',
  'quote_mint',
  'quote_token_program',
  'associated_token_program',
  'associated_user_volume_accumulator',
  'associated_quote_user',
  'system_program',
  'event_authority',
  'program',
] as const

/** `claim_cashback_v2`: the same for any quote mint, to any account of the user for this mint. */
export function executeClaimCashbackV2(invocation: Invocation, clock: Clock): Script {
  const a = nameAccounts(invocation, claimV2Names)
  checkWritable(a.user)
  const accumulator = accumulators.read(a.user_volume_accumulator, a.user, 'there')
  const mint = readMint(a.quote_mint)
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  const { user_volume_accumulator: holder, quote_token_program: tokens } = a
  const from = a.associated_user_volume_accumulator
  checkAddress(from, associatedAddress(holder.address, tokens.address, mint.address), 'ConstraintSeeds')
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  if (mint.address === wrappedNativeMint) return claimLamports(a, a.user, accumulator, clock)
  checkWritable(from, a.associated_quote_user)
  if (readTokenAccount(a.associated_quote_user).owner !== a.user.address) refuse('InvalidCashbackRecipient')
  const { amount } = readTokenAccount(from)
  const { state, seeds } = accumulator
  const total = state.total_stable_cashback_claimed + amount
  const script = new Script()
  const to = a.associated_quote_user
  const transfer = { program: tokens, from, mint: a.quote_mint, to, authority: holder, amount, decimals: mint.decimals }
  transferChecked(script, transfer, [seeds])
  accumulators.write(script, accumulator, { ...state, total_stable_cashback_claimed: total })
  const earned = { total_claimed: total, total_cashback_earned: state.stable_cashback_earned }
  emit(script, a, claimEvent.encode({ user: a.user.address, amount, timestamp: clock.unixTimestamp, ...earned }))
  return script
}

import { addressBytes, rentExemption, systemProgram } from '@tern/core'
import {
  program,
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpAmm'
import type { Script } from '../../effects/script.ts'
import { checkSeeds, checkWritable, type NamedAccount, readOwn } from '../anchor.ts'
import { createAccount } from '../tokenCalls.ts'

export interface Accumulator {
  readonly account: NamedAccount
  /** What signs for it. */
  readonly seeds: readonly Uint8Array[]
  readonly state: UserVolumeAccumulator
  readonly isNew: boolean
}

const empty = {
  needs_claim: false,
  total_unclaimed_tokens: 0n,
  total_claimed_tokens: 0n,
  current_sol_volume: 0n,
  last_update_timestamp: 0n,
  has_total_claimed_tokens: false,
  cashback_earned: 0n,
  total_cashback_claimed: 0n,
}

/** `UserVolumeAccumulator` of `user`; `init_if_needed` where it may be missing. */
export function readAccumulator(account: NamedAccount, user: NamedAccount, need: 'there' | 'opens'): Accumulator {
  const seeds = checkSeeds(account, program, 'user_volume_accumulator', addressBytes(user.address))
  checkWritable(account)
  if (need === 'opens' && account.owner === systemProgram)
    return { account, seeds, state: { user: user.address, ...empty }, isNew: true }
  return { account, seeds, state: readOwn(account, userVolumeAccumulatorLayout, program), isNew: false }
}

/** Makes the account where it is missing, for the rent of 137 bytes that `payer` pays. */
export function openAccumulator(
  script: Script,
  { account, seeds, state, isNew }: Accumulator,
  payer: NamedAccount,
  system: NamedAccount,
): void {
  if (!isNew) return
  const space = userVolumeAccumulatorSize
  createAccount(script, { system, payer, account, owner: program, space, rent: rentExemption(space) }, [seeds])
  script.write(account.position, 0, userVolumeAccumulatorLayout.encode(state))
}

/** Counts what a trade with cashback earned its trader. */
export function earn(script: Script, { account, state }: Accumulator, amount: bigint): void {
  const after = { ...state, cashback_earned: state.cashback_earned + amount }
  script.write(account.position, 0, userVolumeAccumulatorLayout.encode(after))
}

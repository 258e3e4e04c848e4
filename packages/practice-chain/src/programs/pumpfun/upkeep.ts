import { type Clock, systemProgram } from '@tern/core'
import { address, i64, struct, u64 } from '@tern/core/internal'
import { program } from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { checkOwner, checkSeeds, checkSigner, checkWritable, nameAccounts } from '../anchor.ts'
import { checkEventAccounts, emit } from '../events.ts'
import { extendAccount } from '../extendAccount.ts'
import { accumulators } from './accumulators.ts'
import { refuse } from './errors.ts'

const syncEvent = struct(
  'SyncUserVolumeAccumulatorEvent',
  64,
  { user: address, total_claimed_tokens_before: u64, total_claimed_tokens_after: u64, timestamp: i64 },
  { discriminator: [0xc5, 0x7a, 0xa7, 0x7c, 0x74, 0x51, 0x5b, 0xff] },
)
const closeEvent = struct(
  'CloseUserVolumeAccumulatorEvent',
  80,
  {
    user: address,
    timestamp: i64,
    total_unclaimed_tokens: u64,
    total_claimed_tokens: u64,
    current_sol_volume: u64,
    last_update_timestamp: i64,
  },
  { discriminator: [0x92, 0x9f, 0xbd, 0xac, 0x92, 0x58, 0x38, 0xf4] },
)
/** `sync_user_volume_accumulator`: the rewards are over, so nothing changes. */
export function executeSyncAccumulator(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const names = ['user', 'global_volume_accumulator', 'user_volume_accumulator', 'event_authority', 'program'] as const
  const a = nameAccounts(invocation, names)
  checkSeeds(a.global_volume_accumulator, program, 'global_volume_accumulator')
  checkOwner(a.global_volume_accumulator, program)
  const { state } = accumulators.read(a.user_volume_accumulator, a.user, 'there')
  checkEventAccounts(a, program)
  const script = new Script()
  const { total_claimed_tokens: claimed } = state
  emit(
    script,
    a,
    syncEvent.encode({
      user: a.user.address,
      total_claimed_tokens_before: claimed,
      total_claimed_tokens_after: claimed,
      timestamp: unixTimestamp,
    }),
  )
  return script
}

/** `close_user_volume_accumulator`: all its lamports go to the user. */
export function executeCloseAccumulator(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const a = nameAccounts(invocation, ['user', 'user_volume_accumulator', 'event_authority', 'program'])
  checkSigner(a.user)
  checkWritable(a.user)
  const { account, state } = accumulators.read(a.user_volume_accumulator, a.user, 'there')
  checkEventAccounts(a, program)
  const script = new Script()
  emit(
    script,
    a,
    closeEvent.encode({
      user: a.user.address,
      timestamp: unixTimestamp,
      total_unclaimed_tokens: state.total_unclaimed_tokens,
      total_claimed_tokens: state.total_claimed_tokens,
      current_sol_volume: state.current_sol_volume,
      last_update_timestamp: state.last_update_timestamp,
    }),
  )
  return script
    .moveLamports(account.position, a.user.position, account.lamports)
    .resize(account.position, 0)
    .assign(account.position, systemProgram)
}

/** The size after `extend_account`, by kind of account. */
const grownTo = [
  { discriminator: bondingCurveLayout.discriminator, size: 151 },
  { discriminator: userVolumeAccumulatorLayout.discriminator, size: userVolumeAccumulatorSize },
]

/** `extend_account`, for curves and accumulators. */
export const executeExtendAccount = (invocation: Invocation, clock: Clock): Script =>
  extendAccount(invocation, clock, {
    program,
    sizeOf: data => {
      const kind = grownTo.find(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))
      if (kind === undefined) return refuse('AccountTypeNotSupported')
      return data.length < kind.size ? kind.size : refuse('NewSizeShouldBeGreaterThanCurrentSize')
    },
  })

import { address, type Clock, i64, rentExemption, struct, systemProgram, u64 } from '@tern/core'
import {
  bondingCurveLayout,
  program,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { checkOwner, checkProgram, checkSeeds, checkSigner, checkWritable, nameAccounts } from '../anchor.ts'
import { checkEventAccounts, emit } from '../events.ts'
import { transferLamports } from '../tokenCalls.ts'
import { openAccumulator, readAccumulator } from './accumulator.ts'
import { refuse } from './errors.ts'

const initEvent = struct(
  'InitUserVolumeAccumulatorEvent',
  80,
  { payer: address, user: address, timestamp: i64 },
  { discriminator: [0x86, 0x24, 0x0d, 0x48, 0xe8, 0x65, 0x82, 0xd8] },
)
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
const extendEvent = struct(
  'ExtendAccountEvent',
  96,
  { account: address, user: address, current_size: u64, new_size: u64, timestamp: i64 },
  { discriminator: [0x61, 0x61, 0xd7, 0x90, 0x5d, 0x92, 0x16, 0x7c] },
)

/** `init_user_volume_accumulator`: anybody pays for it. */
export function executeInitAccumulator(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const names = ['payer', 'user', 'user_volume_accumulator', 'system_program', 'event_authority', 'program'] as const
  const a = nameAccounts(invocation, names)
  checkSigner(a.payer)
  checkWritable(a.payer)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const { user_volume_accumulator: account, payer, user } = a
  const script = new Script()
  // One that is there already fails in the system program, as `init` does.
  const found = readAccumulator({ ...account, owner: systemProgram }, user, 'opens')
  openAccumulator(script, { ...found, account }, payer, a.system_program)
  const event = { payer: payer.address, user: user.address, timestamp: unixTimestamp }
  emit(script, a, initEvent.encode(event))
  return script
}

/** `sync_user_volume_accumulator`: the rewards are over, so nothing changes. */
export function executeSyncAccumulator(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const names = ['user', 'global_volume_accumulator', 'user_volume_accumulator', 'event_authority', 'program'] as const
  const a = nameAccounts(invocation, names)
  checkSeeds(a.global_volume_accumulator, program, 'global_volume_accumulator')
  checkOwner(a.global_volume_accumulator, program)
  const { state } = readAccumulator(a.user_volume_accumulator, a.user, 'there')
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
  const { account, state } = readAccumulator(a.user_volume_accumulator, a.user, 'there')
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

/** What `extend_account` grows each kind of account to. */
const grownTo = [
  { discriminator: bondingCurveLayout.discriminator, size: 151 },
  { discriminator: userVolumeAccumulatorLayout.discriminator, size: userVolumeAccumulatorSize },
]

/** `extend_account`: an account from an older version gets room for the newest one's fields. */
export function executeExtendAccount(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const a = nameAccounts(invocation, ['account', 'user', 'system_program', 'event_authority', 'program'])
  checkOwner(a.account, program)
  checkWritable(a.account)
  checkSigner(a.user)
  checkWritable(a.user)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const { data, position, lamports, address: extended } = a.account
  const kind = grownTo.find(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))
  if (kind === undefined) return refuse('AccountTypeNotSupported')
  if (data.length >= kind.size) refuse('NewSizeShouldBeGreaterThanCurrentSize')
  const script = new Script()
  const missing = rentExemption(kind.size) - lamports
  if (missing > 0n) transferLamports(script, a.system_program, a.user, a.account, missing)
  script.resize(position, kind.size)
  const sizes = { current_size: BigInt(data.length), new_size: BigInt(kind.size) }
  const event = { account: extended, user: a.user.address, ...sizes, timestamp: unixTimestamp }
  emit(script, a, extendEvent.encode(event))
  return script
}

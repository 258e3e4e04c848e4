import { address, type Clock, i64, rentExemption, struct, systemProgram, u64 } from '@tern/core'
import { poolLayout, poolSize, program } from '@tern/venues/pumpAmm'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { checkOwner, checkProgram, checkSigner, checkWritable, fail, nameAccounts } from '../anchor.ts'
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
  emit(script, a, initEvent.encode({ payer: payer.address, user: user.address, timestamp: unixTimestamp }))
  return script
}

/** `extend_account`: a pool made before its newest fields gets room for them; anybody pays for it. */
export function executeExtendAccount(invocation: Invocation, { unixTimestamp }: Clock): Script {
  const a = nameAccounts(invocation, ['account', 'user', 'system_program', 'event_authority', 'program'])
  checkOwner(a.account, program)
  checkWritable(a.account)
  checkSigner(a.user)
  checkWritable(a.user)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const { data, position, lamports } = a.account
  if (poolLayout.discriminator.some((byte, i) => data[i] !== byte)) fail('AccountDiscriminatorMismatch', 'account')
  if (data.length >= poolSize) refuse('NewSizeLessThanCurrentSize')
  const script = new Script()
  const missing = rentExemption(poolSize) - lamports
  if (missing > 0n) transferLamports(script, a.system_program, a.user, a.account, missing)
  script.resize(position, poolSize)
  const sizes = { current_size: BigInt(data.length), new_size: BigInt(poolSize) }
  const event = { account: a.account.address, user: a.user.address, ...sizes, timestamp: unixTimestamp }
  emit(script, a, extendEvent.encode(event))
  return script
}

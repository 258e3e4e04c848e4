import { type Address, type Clock, rentExemption, systemProgram } from '@tern/core'
import { address, i64, struct, u64 } from '@tern/core/internal'
import { Script } from '../effects/script.ts'
import type { Invocation } from '../effects/trap.ts'
import { checkOwner, checkProgram, checkSigner, checkWritable, nameAccounts } from './anchor.ts'
import { checkEventAccounts, emit } from './events.ts'
import { transferLamports } from './tokenCalls.ts'

const extendEvent = struct(
  'ExtendAccountEvent',
  96,
  { account: address, user: address, current_size: u64, new_size: u64, timestamp: i64 },
  { discriminator: [0x61, 0x61, 0xd7, 0x90, 0x5d, 0x92, 0x16, 0x7c] },
)

/**
 * `extend_account` of both pump programs: extends an account that is older than its newest fields. Any signer may pay.
 * @param sizeOf returns the new size for such data, or refuses it.
 */
export function extendAccount(
  invocation: Invocation,
  { unixTimestamp }: Clock,
  { program, sizeOf }: { readonly program: Address; readonly sizeOf: (data: Uint8Array) => number },
): Script {
  const a = nameAccounts(invocation, ['account', 'user', 'system_program', 'event_authority', 'program'])
  checkOwner(a.account, program)
  checkWritable(a.account)
  checkSigner(a.user)
  checkWritable(a.user)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const { data, position, lamports, address: extended } = a.account
  const size = sizeOf(data)
  const script = new Script()
  const missing = rentExemption(size) - lamports
  if (missing > 0n) transferLamports(script, a.system_program, { from: a.user, to: a.account, lamports: missing })
  script.resize(position, size)
  const sizes = { current_size: BigInt(data.length), new_size: BigInt(size) }
  emit(script, a, extendEvent.encode({ account: extended, user: a.user.address, ...sizes, timestamp: unixTimestamp }))
  return script
}

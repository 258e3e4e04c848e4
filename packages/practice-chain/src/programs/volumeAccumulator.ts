import { type Address, type Clock, rentExemption, systemProgram } from '@tern/core'
import { address, addressBytes, type Decoded, i64, struct } from '@tern/core/internal'
import { Script } from '../effects/script.ts'
import type { Invocation } from '../effects/trap.ts'
import {
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  type NamedAccount,
  nameAccounts,
  readOwn,
} from './anchor.ts'
import { checkEventAccounts, emit } from './events.ts'
import { createAccount } from './tokenCalls.ts'

/** A pump program's counts for a trader. */
export interface Accumulator<S> {
  readonly account: NamedAccount
  /** The signing seeds of the account. */
  readonly seeds: readonly Uint8Array[]
  readonly state: S
  readonly isNew: boolean
}

/** A program's variant of the account. */
interface Kind<F> {
  readonly program: Address
  readonly layout: Parameters<typeof readOwn<F>>[1]
  /** Bytes of the account. */
  readonly size: number
  /** The state of a new account. */
  readonly fresh: (user: Address) => Decoded<Kind<F>['layout']>
}

/** The counts of a new account of either program. */
export const noVolume = {
  needs_claim: false,
  total_unclaimed_tokens: 0n,
  total_claimed_tokens: 0n,
  current_sol_volume: 0n,
  last_update_timestamp: 0n,
  has_total_claimed_tokens: false,
  cashback_earned: 0n,
  total_cashback_claimed: 0n,
}

const initEvent = struct(
  'InitUserVolumeAccumulatorEvent',
  80,
  { payer: address, user: address, timestamp: i64 },
  { discriminator: [0x86, 0x24, 0x0d, 0x48, 0xe8, 0x65, 0x82, 0xd8] },
)

/** Reads, opens and writes `UserVolumeAccumulator`, which both pump programs have. */
export function volumeAccumulators<F>({ program, layout, size, fresh }: Kind<F>) {
  type State = Decoded<typeof layout>

  /** Reads the account of `user`. With `opens`, it may be missing (`init_if_needed`). */
  function read(account: NamedAccount, user: NamedAccount, need: 'there' | 'opens'): Accumulator<State> {
    const seeds = checkSeeds(account, program, 'user_volume_accumulator', addressBytes(user.address))
    checkWritable(account)
    if (need === 'opens' && account.owner === systemProgram)
      return { account, seeds, state: fresh(user.address), isNew: true }
    return { account, seeds, state: readOwn(account, layout, program), isNew: false }
  }

  function write(script: Script, { account }: Accumulator<State>, state: State): void {
    script.write(account.position, 0, layout.encode(state))
  }

  /** Creates the account if it is missing. `payer` pays the rent. */
  function open(script: Script, accumulator: Accumulator<State>, payer: NamedAccount, system: NamedAccount): void {
    const { account, seeds, state, isNew } = accumulator
    if (!isNew) return
    const rent = rentExemption(size)
    createAccount(script, { system, payer, account, owner: program, space: size, rent }, [seeds])
    write(script, accumulator, state)
  }

  /** `init_user_volume_accumulator`: any signer may pay for it. */
  function executeInit(invocation: Invocation, { unixTimestamp }: Clock): Script {
    const names = ['payer', 'user', 'user_volume_accumulator', 'system_program', 'event_authority', 'program'] as const
    const a = nameAccounts(invocation, names)
    checkSigner(a.payer)
    checkWritable(a.payer)
    checkProgram(a.system_program, systemProgram)
    checkEventAccounts(a, program)
    const { user_volume_accumulator: account, payer, user } = a
    const script = new Script()
    // An existing account fails in the system program, as with Anchor's `init`.
    const found = read({ ...account, owner: systemProgram }, user, 'opens')
    open(script, { ...found, account }, payer, a.system_program)
    emit(script, a, initEvent.encode({ payer: payer.address, user: user.address, timestamp: unixTimestamp }))
    return script
  }

  return { read, write, open, executeInit }
}

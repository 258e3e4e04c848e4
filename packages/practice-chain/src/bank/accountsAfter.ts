import { type Address, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import type { Shadow } from '../effects/shadow.ts'
import type { AccountContent } from './bank.ts'
import type { Moment, Prepared } from './execution.ts'
import { isNonceAccount } from './nonce.ts'
import type { Run } from './virtualMachine.ts'

/**
 * What has become of each account that a run may have written, with as few questions to the machine as will do: only its owner
 * writes an account or gives it away, and of what simulated programs own nothing happens but what their scripts say.
 * `expected` is what came of the scripts, when the run carried out these and no others.
 */
export function accountsAfter(
  { accounts, before, wire: { message } }: Prepared,
  { vm, programs }: Pick<Moment, 'vm' | 'programs'>,
  { err, innerInstructions }: Run,
  expected: Shadow | undefined,
): (address: Address) => AccountContent | null {
  const ran = new Set(message.instructions.map(({ programIndex }) => accounts[programIndex]))
  for (const { instructions } of innerInstructions)
    for (const { programIdIndex } of instructions) ran.add(accounts[programIdIndex])

  /** Token programs give away what they have emptied, and to the system program. */
  const keepsOwner = ({ owner }: AccountContent) =>
    (owner === tokenProgram || owner === token2022Program) && !ran.has(systemProgram)

  function dataAfter(address: Address, was: AccountContent): Uint8Array | undefined {
    if (err !== null || !ran.has(was.owner)) return was.data
    if (expected === undefined || !programs.has(was.owner)) return undefined
    const now = expected.get(address)
    if (now?.owner !== was.owner) return undefined
    return now.data === was.data ? was.data : new Uint8Array(now.data)
  }

  return address => {
    const was = before.get(address) ?? null
    if (was === null) return vm.account(address)
    // The machine holds other nonces than the chain.
    const data = was.executable || isNonceAccount(was) ? undefined : dataAfter(address, was)
    if (data === undefined) return vm.accountAfter(address, was, keepsOwner(was) ? 'unlessEmpty' : 'perhapsNot')
    const lamports = vm.lamports(address)
    return data === was.data && lamports === was.lamports
      ? was
      : { owner: was.owner, lamports, executable: false, data }
  }
}

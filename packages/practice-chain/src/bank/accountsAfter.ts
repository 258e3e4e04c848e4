import { type Address, systemProgram, token2022Program, tokenAccountLayout, tokenProgram } from '@tern/core'
import type { Shadow } from '../effects/shadow.ts'
import type { AccountContent } from './bank.ts'
import type { Moment, Prepared } from './execution.ts'
import { isNonceAccount } from './nonce.ts'
import type { Run } from './virtualMachine.ts'

const isToken = ({ owner }: AccountContent): boolean => owner === tokenProgram || owner === token2022Program

/** Tokens that nobody else may move: what a delegate has left is not foreseen. */
const isPlainToken = (account: AccountContent): boolean =>
  isToken(account) &&
  account.data.length >= tokenAccountLayout.size &&
  account.data[tokenAccountLayout.offsets.delegateOption] === 0

/** A wallet, or lamports on their own. */
const isPlainMoney = ({ owner, data }: AccountContent): boolean => owner === systemProgram && data.length === 0

/**
 * What has become of each account that a run may have written, with as few questions to the machine as will do: only its owner
 * writes an account or gives it away, and of what simulated programs own nothing happens but what their scripts say.
 * `expected` is what came of all calls, when the run has made these and no others.
 */
export function accountsAfter(
  { accounts, before, wire: { message } }: Prepared,
  { vm, programs }: Pick<Moment, 'vm' | 'programs'>,
  { err, readInner }: Run,
  expected: Shadow | undefined,
): (address: Address) => AccountContent | null {
  const ran = new Set(message.instructions.map(({ programIndex }) => accounts[programIndex]))
  for (const { instructions } of readInner())
    for (const { programIdIndex } of instructions) ran.add(accounts[programIdIndex])

  /** Token programs give away what they have emptied, and to the system program. */
  const keepsOwner = (account: AccountContent) => isToken(account) && !ran.has(systemProgram)

  function dataAfter(address: Address, was: AccountContent): Uint8Array | undefined {
    if (err !== null || !ran.has(was.owner)) return was.data
    if (expected === undefined) return undefined
    if (!programs.has(was.owner) && !isPlainToken(was) && !isPlainMoney(was)) return undefined
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
    const lamports = expected?.get(address)?.lamports ?? vm.lamports(address)
    return data === was.data && lamports === was.lamports
      ? was
      : { owner: was.owner, lamports, executable: false, data }
  }
}

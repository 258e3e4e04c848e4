import { type Address, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Shadow } from '../effects/shadow.ts'
import type { AccountContent } from './bank.ts'
import type { Moment, Prepared } from './execution.ts'
import { isNonceAccount } from './nonce.ts'
import type { Run } from './virtualMachine.ts'

const isToken = ({ owner }: AccountContent): boolean => owner === tokenProgram || owner === token2022Program

/** A token program's account without a delegate, because the delegated amount is not foreseen. */
const isPlainToken = (account: AccountContent): boolean =>
  isToken(account) &&
  account.data.length >= tokenAccountLayout.size &&
  account.data[tokenAccountLayout.offsets.delegateOption] === 0

/** A wallet, or an account that holds only lamports. */
const isPlainMoney = ({ owner, data }: AccountContent): boolean => owner === systemProgram && data.length === 0

/**
 * Reads each account that a run may have written, with as few calls of the machine as possible.
 * Two facts save calls: only the owner changes an account's data or gives it away,
 * and an account of a simulated program changes only as the scripts say.
 *
 * @param expected the accounts after all foreseen calls. Set only if the run made exactly these calls.
 */
export function accountsAfter(
  { accounts, before, wire: { message } }: Prepared,
  { vm, programs }: Pick<Moment, 'vm' | 'programs'>,
  { run: { err, readInner }, expected }: { readonly run: Run; readonly expected: Shadow | undefined },
): (address: Address) => AccountContent | null {
  const ran = new Set(message.instructions.map(({ programIndex }) => accounts[programIndex]))
  for (const { instructions } of readInner())
    for (const { programIdIndex } of instructions) ran.add(accounts[programIdIndex])

  /** A token program gives away only an account that it has emptied, and only to the system program. */
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
    // The machine's nonces differ from the chain's, see `nonceTranslation`.
    const data = was.executable || isNonceAccount(was) ? undefined : dataAfter(address, was)
    if (data === undefined) return vm.accountAfter(address, was, keepsOwner(was) ? 'unlessEmpty' : 'perhapsNot')
    const lamports = expected?.get(address)?.lamports ?? vm.lamports(address)
    return data === was.data && lamports === was.lamports
      ? was
      : { owner: was.owner, lamports, executable: false, data }
  }
}

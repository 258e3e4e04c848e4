import { type AccountSnapshot, type Address, token2022Program, tokenProgram } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import {
  type AccountQuery,
  createProgramAccounts,
  type Held,
  type ProgramAccounts,
  put,
  take,
} from './programAccounts.ts'

type Found = Iterable<readonly [Address, AccountSnapshot]>

/** Holds and indexes every account of the chain, except sysvars and the programs that it began with. */
export interface AccountStore {
  readonly size: number
  /** The sum of all accounts' data, in bytes. */
  readonly dataBytes: number
  get(address: Address): AccountSnapshot | undefined
  /** `null` removes the account. */
  set(address: Address, account: AccountSnapshot | null): void
  entries(): Found
  /** The accounts of `program` that match `query`. */
  byOwner(program: Address, query?: AccountQuery): Found
  /** Token accounts by their owner field. */
  byTokenOwner(owner: Address): Found
  byMint(mint: Address): Found
}

/** Reports if this is an initialized token account of either token program. */
export function isTokenAccount({ owner, data }: AccountSnapshot): boolean {
  if (owner !== tokenProgram && owner !== token2022Program) return false
  const accountType = 2
  const hasLength = data.length === 165 || (data.length > 165 && data.length !== 355 && data[165] === accountType)
  return hasLength && data[tokenAccountLayout.offsets.state] !== 0
}

export function createAccountStore(): AccountStore {
  const accounts = new Map<Address, Held>()
  const programs = new Map<Address, ProgramAccounts>()
  const tokenOwners = new Map<Address, Set<Held>>()
  const mints = new Map<Address, Set<Held>>()
  let dataBytes = 0

  function programOf(owner: Address): ProgramAccounts {
    const found = programs.get(owner) ?? createProgramAccounts()
    programs.set(owner, found)
    return found
  }

  function indexToken(change: typeof put, held: Held, account: AccountSnapshot): void {
    if (!isTokenAccount(account)) return
    const { mint, owner } = tokenAccountLayout.view(account.data, 'atLeast')
    change(tokenOwners, owner, held)
    change(mints, mint, held)
  }

  function add(held: Held): void {
    programOf(held.account.owner).add(held)
    indexToken(put, held, held.account)
  }

  function remove(held: Held): void {
    const { owner } = held.account
    const program = programOf(owner)
    program.remove(held)
    if (program.size === 0) programs.delete(owner)
    indexToken(take, held, held.account)
  }

  /**
   * Reports if both have the same place in the token indexes. Most writes change only an amount, so this skips the
   * reindexing.
   */
  function isTokenAlike(a: AccountSnapshot, b: AccountSnapshot): boolean {
    if (a.owner !== tokenProgram && a.owner !== token2022Program) return true
    if (isTokenAccount(a) !== isTokenAccount(b)) return false
    return Buffer.compare(a.data.subarray(0, 64), b.data.subarray(0, 64)) === 0
  }

  function replace(held: Held, account: AccountSnapshot): void {
    const before = held.account
    if (before.owner !== account.owner || !isTokenAlike(before, account)) {
      remove(held)
      held.account = account
      add(held)
      return
    }
    held.account = account
    if (before.data !== account.data) programOf(account.owner).moved(held, before)
  }

  return {
    get size() {
      return accounts.size
    },
    get dataBytes() {
      return dataBytes
    },
    get: address => accounts.get(address)?.account,
    set(address, account) {
      const held = accounts.get(address)
      dataBytes += (account?.data.length ?? 0) - (held?.account.data.length ?? 0)
      if (account === null) {
        if (held === undefined) return
        accounts.delete(address)
        remove(held)
      } else if (held === undefined) {
        const added = { address, account }
        accounts.set(address, added)
        add(added)
      } else replace(held, account)
    },
    entries: () => pairs(accounts.values()),
    byOwner: (program, query = {}) => pairs(programs.get(program)?.find(query) ?? []),
    byTokenOwner: owner => pairs(tokenOwners.get(owner) ?? []),
    byMint: mint => pairs(mints.get(mint) ?? []),
  }
}

function* pairs(list: Iterable<Held>): Found {
  for (const { address, account } of list) yield [address, account]
}

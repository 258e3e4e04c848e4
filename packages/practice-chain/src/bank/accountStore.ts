import { type AccountSnapshot, type Address, token2022Program, tokenAccountLayout, tokenProgram } from '@tern/core'

/** Every account of the chain but programs and sysvars, with the ways to find it. */
export interface AccountStore {
  readonly size: number
  get(address: Address): AccountSnapshot | undefined
  /** `null` removes it. */
  set(address: Address, account: AccountSnapshot | null): void
  entries(): Iterable<readonly [Address, AccountSnapshot]>
  byOwner(program: Address): Iterable<readonly [Address, AccountSnapshot]>
  /** Token accounts by their owner field. */
  byTokenOwner(owner: Address): Iterable<readonly [Address, AccountSnapshot]>
  byMint(mint: Address): Iterable<readonly [Address, AccountSnapshot]>
}

type Index = Map<Address, Set<Address>>

/** An account of a token program that is long enough to be a token account and is initialized. */
export function isTokenAccount({ owner, data }: AccountSnapshot): boolean {
  if (owner !== tokenProgram && owner !== token2022Program) return false
  const accountType = 2
  const hasLength = data.length === 165 || (data.length > 165 && data.length !== 355 && data[165] === accountType)
  return hasLength && data[tokenAccountLayout.offsets.state] !== 0
}

export function createAccountStore(): AccountStore {
  const accounts = new Map<Address, AccountSnapshot>()
  const owners: Index = new Map()
  const tokenOwners: Index = new Map()
  const mints: Index = new Map()

  function add(index: Index, key: Address, address: Address): void {
    const found = index.get(key)
    if (found === undefined) index.set(key, new Set([address]))
    else found.add(address)
  }

  function remove(index: Index, key: Address, address: Address): void {
    const found = index.get(key)
    found?.delete(address)
    if (found?.size === 0) index.delete(key)
  }

  function index(change: typeof add, address: Address, account: AccountSnapshot): void {
    change(owners, account.owner, address)
    if (!isTokenAccount(account)) return
    const { mint, owner } = tokenAccountLayout.view(account.data, 'atLeast')
    change(tokenOwners, owner, address)
    change(mints, mint, address)
  }

  /** Whether both are found in the same ways: most writes change an amount. */
  function isFoundAlike(a: AccountSnapshot, b: AccountSnapshot): boolean {
    if (a.owner !== b.owner) return false
    if (a.owner !== tokenProgram && a.owner !== token2022Program) return true
    if (isTokenAccount(a) !== isTokenAccount(b)) return false
    return Buffer.compare(a.data.subarray(0, 64), b.data.subarray(0, 64)) === 0
  }

  function* found(addresses: ReadonlySet<Address> | undefined): Iterable<readonly [Address, AccountSnapshot]> {
    for (const address of addresses ?? []) {
      const account = accounts.get(address)
      if (account !== undefined) yield [address, account]
    }
  }

  return {
    get size() {
      return accounts.size
    },
    get: address => accounts.get(address),
    set(address, account) {
      const before = accounts.get(address)
      if (account !== null && before !== undefined && isFoundAlike(before, account)) {
        accounts.set(address, account)
        return
      }
      if (before !== undefined) index(remove, address, before)
      if (account === null) {
        accounts.delete(address)
        return
      }
      accounts.set(address, account)
      index(add, address, account)
    },
    entries: () => accounts.entries(),
    byOwner: program => found(owners.get(program)),
    byTokenOwner: owner => found(tokenOwners.get(owner)),
    byMint: mint => found(mints.get(mint)),
  }
}

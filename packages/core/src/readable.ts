import type { Address } from '@solana/addresses'
import type { AccountSet } from './account.ts'

/** A value that was read from accounts. Immutable: read the accounts again to see changes. */
export interface ReadValue {
  /** The address that it was asked for. */
  readonly address: Address
  /** The earliest slot of the accounts that it was read from. */
  readonly slot: bigint
}

/**
 * How to read a kind of on-chain object: a pool, a position, a nonce account. It does not read the chain itself, so every kind is read,
 * cached and watched in the same way.
 */
export interface Readable<Value extends ReadValue> {
  /**
   * Returns the accounts to read next, given the accounts read so far. Returns no new account once `open` can run.
   *
   * @param mint the object's token, if known. Only for kinds with `mintOf`.
   */
  accountsToRead(address: Address, read: AccountSet, mint?: Address): Promise<readonly Address[]>
  /**
   * Names the large accounts, for example a table of a megabyte that many values share and that hardly ever changes.
   * A reader may use a copy of ten minutes, without a subscription.
   *
   * @default none
   */
  settledAccounts?(address: Address, read: AccountSet): readonly Address[]
  /**
   * Makes the value from the accounts read.
   *
   * @throws TernError `pool/accountsNotReady` if an account is missing, `layout/*` if an account has unexpected content.
   */
  open(address: Address, read: AccountSet, mint?: Address): Value
  /**
   * Returns the mint of `mints` that belongs to the object, or `undefined`.
   * Only for kinds that do not store their mint. The object owns a token account of this mint, but strangers may have sent other
   * tokens to it.
   */
  mintOf?(address: Address, mints: readonly Address[]): Promise<Address | undefined>
}

/** A kind of object with an address that follows from the owner. */
export interface OwnedReadable<Value extends ReadValue> extends Readable<Value> {
  /** Returns the addresses that a wallet's objects have. There may be no account at an address. */
  find(owner: Address): Promise<readonly Address[]>
}

import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { associatedTokenProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { programAddress } from './programAddress.ts'
import { decodeTokenAccount, type TokenAccount } from './tokenAccount.ts'

/**
 * Where `owner` keeps tokens of `mint` by convention; `tokenProgram` is the program that owns the mint. Derived once, then kept.
 * @throws TernError `address/invalid`.
 */
export async function associatedTokenAddress(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)]
  const [address] = await programAddress(associatedTokenProgram, seeds)
  return address
}

/**
 * The associated token account at `expected.address`, or `null` when it is not there yet. If it is there, it must belong to
 * the expected token program, mint and owner: an owner can be changed, and then the address proves nothing.
 *
 * @throws TernError `token/associatedAccountMismatch` otherwise.
 */
export function checkAssociatedTokenAccount(
  expected: Pick<TokenAccount, 'address' | 'program' | 'mint' | 'owner'>,
  account: AccountSnapshot | null,
): TokenAccount | null {
  if (account === null) return null
  const mismatch = (what: 'program' | 'mint' | 'owner' | 'data', cause?: unknown) =>
    new TernError('token/associatedAccountMismatch', { address: expected.address, what }, { cause })
  if (account.owner !== expected.program) throw mismatch('program')
  let found: TokenAccount
  try {
    found = decodeTokenAccount(expected.address, account)
  } catch (cause) {
    throw mismatch('data', cause)
  }
  if (found.mint !== expected.mint) throw mismatch('mint')
  if (found.owner !== expected.owner) throw mismatch('owner')
  return found
}

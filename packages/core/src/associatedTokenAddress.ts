import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { associatedTokenProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { programAddress } from './programAddress.ts'
import { decodeTokenAccount, type TokenAccount } from './tokenAccount.ts'

/**
 * Derives the address of the associated token account of `owner` for `mint`. Results are kept as in `programAddress`.
 *
 * @param tokenProgram the program that owns the mint.
 * @throws TernError `address/invalid`.
 * @example
 * await associatedTokenAddress(systemProgram, usdcMint, tokenProgram) // 'HJt8Tjdsc9ms9i4WCZEzhzr4oyf3ANcdzXrNdLPFqm3M'
 */
export async function associatedTokenAddress(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)]
  const [address] = await programAddress(associatedTokenProgram, seeds)
  return address
}

/**
 * Checks the account that was read at `expected.address` against the expected token program, mint and owner.
 * The address alone proves nothing, because the owner of a token account can be changed.
 *
 * @returns `null` if the account does not exist yet.
 * @throws TernError `token/associatedAccountMismatch` if program, mint, owner or data are not as expected.
 * @example
 * checkAssociatedTokenAccount({ address, program: tokenProgram, mint, owner }, null) // null
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

import { type Address, getProgramDerivedAddress } from '@solana/addresses'
import { associatedTokenProgram } from './addresses.ts'
import { addressBytes } from './parseAddress.ts'

const longestKept = 10_000
const kept = new Map<string, Promise<Address>>()

/**
 * Where `owner` keeps tokens of `mint` by convention; `tokenProgram` is the program that owns the mint. Derived once, then kept.
 * @throws TernError `address/invalid`.
 */
export function associatedTokenAddress(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  const key = `${owner}${mint}${tokenProgram}`
  const found = kept.get(key)
  if (found !== undefined) return found
  const derived = derive(owner, mint, tokenProgram)
  if (kept.size >= longestKept) kept.clear()
  kept.set(key, derived)
  derived.catch(() => kept.delete(key))
  return derived
}

async function derive(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  const [address] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)],
  })
  return address
}

import { type Address, getProgramDerivedAddress } from '@solana/addresses'
import { encodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'

const utf8 = new TextEncoder()
const mostKept = 10_000
const kept = new Map<string, Promise<readonly [Address, number]>>()

/**
 * The program address of `seeds` and its bump. Derived once, then kept: the derivation hashes and takes a square root.
 * @throws TernError `address/noProgramAddress` when the seeds are too many or too long, or no bump fits.
 */
export async function programAddress(
  program: Address,
  seeds: readonly (Uint8Array | string)[],
): Promise<readonly [Address, number]> {
  const bytes = seeds.map(seed => (typeof seed === 'string' ? utf8.encode(seed) : seed))
  if (bytes.some(({ length }) => length > 32)) throw new TernError('address/noProgramAddress', { program })
  const key = `${program} ${bytes.map(encodeBase58).join(' ')}`
  const found = kept.get(key)
  if (found !== undefined) return found
  const derived = derive(program, bytes)
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, derived)
  derived.catch(() => kept.delete(key))
  return derived
}

async function derive(program: Address, seeds: readonly Uint8Array[]): Promise<readonly [Address, number]> {
  try {
    const [address, bump] = await getProgramDerivedAddress({ programAddress: program, seeds: [...seeds] })
    return [address, bump]
  } catch (cause) {
    throw new TernError('address/noProgramAddress', { program }, { cause })
  }
}

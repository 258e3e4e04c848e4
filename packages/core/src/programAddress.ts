import type { Address } from '@solana/addresses'
import { readAddress } from './base58.ts'
import { isOnCurve } from './edwardsCurve.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { sha256 } from './sha256.ts'

const utf8 = new TextEncoder()
const marker = utf8.encode('ProgramDerivedAddress')
/** One of the sixteen that the runtime takes is the bump. */
const mostSeeds = 15
const longestSeed = 32
const mostKept = 10_000
const kept = new Map<string, Promise<readonly [Address, number]>>()

/**
 * The program address of `seeds` and its bump. Derived once, then kept: the derivation hashes and takes a power.
 * @throws TernError `address/noProgramAddress` when the seeds are too many or too long, or no bump fits.
 */
export async function programAddress(
  program: Address,
  seeds: readonly (Uint8Array | string)[],
): Promise<readonly [Address, number]> {
  const bytes = seeds.map(bytesOf)
  const key = `${program} ${bytes.join(' ')}`
  const found = kept.get(key)
  if (found !== undefined) return found
  const derived = (async () => deriveProgramAddress(program, bytes))()
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, derived)
  derived.catch(() => kept.delete(key))
  return derived
}

/** The address of the account that `base` opens with `seed` for `program`. @throws TernError `address/noProgramAddress` for a seed over 32 bytes. */
export async function addressWithSeed(base: Address, seed: string, program: Address): Promise<Address> {
  const bytes = utf8.encode(seed)
  if (bytes.length > longestSeed) throw new TernError('address/noProgramAddress', { program })
  return addressOf(sha256(joined([addressBytes(base), bytes, addressBytes(program)])))
}

/**
 * As `programAddress`, for those who cannot wait: derived each time.
 * @throws TernError `address/noProgramAddress` when the seeds are too many or too long, or no bump fits.
 */
export function deriveProgramAddress(
  program: Address,
  seeds: readonly (Uint8Array | string)[],
): readonly [Address, number] {
  const parts = seeds.map(bytesOf)
  if (parts.length > mostSeeds || parts.some(({ length }) => length > longestSeed))
    throw new TernError('address/noProgramAddress', { program })
  const bytes = joined([...parts, Uint8Array.of(0), addressBytes(program), marker])
  const bumpAt = bytes.length - marker.length - 33
  for (let bump = 255; bump >= 0; bump--) {
    bytes[bumpAt] = bump
    const hash = sha256(bytes)
    if (!isOnCurve(hash)) return [addressOf(hash), bump]
  }
  throw new TernError('address/noProgramAddress', { program })
}

const addressOf = (hash: Uint8Array): Address => readAddress(new DataView(hash.buffer), 0)

const bytesOf = (seed: Uint8Array | string): Uint8Array => (typeof seed === 'string' ? utf8.encode(seed) : seed)

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap(part => [...part]))

import type { Address } from '@solana/addresses'
import { readAddress } from './base58.ts'
import { isOnCurve } from './edwardsCurve.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { sha256 } from './sha256.ts'

const utf8 = new TextEncoder()
const marker = utf8.encode('ProgramDerivedAddress')
/** The runtime takes 16 seeds. The bump is the last. */
const maxSeeds = 15
const maxSeedLength = 32
const maxKept = 10_000
const kept = new Map<string, Promise<readonly [Address, number]>>()

/**
 * Derives the program address of `seeds` and its bump.
 * The derivation hashes and computes a power, so up to 10,000 results are kept.
 *
 * @param seeds at most 15, of at most 32 bytes each.
 * @throws TernError `address/noProgramAddress` for seeds that are too many or too long, or if no bump fits.
 * @example
 * await programAddress(systemProgram, ['seed']) // ['8ZiyjNgnFFPyw39NyMQE5FGETTjyUhSHUVQG3oKAFZiU', 253]
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
  if (kept.size >= maxKept) kept.clear()
  kept.set(key, derived)
  derived.catch(() => kept.delete(key))
  return derived
}

/**
 * Derives the address of the account that `base` opens with `seed` for `program`.
 *
 * @throws TernError `address/noProgramAddress` for a seed of over 32 bytes.
 * @example
 * await addressWithSeed(systemProgram, 'seed', systemProgram) // '4kneZvoXAM381xtJRSahrcLXy8qTFS6fMgCVcfeNSTy9'
 */
export async function addressWithSeed(base: Address, seed: string, program: Address): Promise<Address> {
  const bytes = utf8.encode(seed)
  if (bytes.length > maxSeedLength) throw new TernError('address/noProgramAddress', { program })
  return addressOf(sha256(joined([addressBytes(base), bytes, addressBytes(program)])))
}

/**
 * Derives a program address like `programAddress`, but synchronously and without keeping the result.
 *
 * @throws TernError `address/noProgramAddress` for seeds that are too many or too long, or if no bump fits.
 * @example
 * deriveProgramAddress(systemProgram, ['seed']) // ['8ZiyjNgnFFPyw39NyMQE5FGETTjyUhSHUVQG3oKAFZiU', 253]
 */
export function deriveProgramAddress(
  program: Address,
  seeds: readonly (Uint8Array | string)[],
): readonly [Address, number] {
  const parts = seeds.map(bytesOf)
  if (parts.length > maxSeeds || parts.some(({ length }) => length > maxSeedLength))
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

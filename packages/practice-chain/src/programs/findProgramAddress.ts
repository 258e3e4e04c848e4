import { createHash } from 'node:crypto'
import { isOffCurveAddress } from '@solana/kit'
import { type Address, encodeBase58, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

export interface FoundProgramAddress {
  readonly address: Address
  /** The seeds with the bump, for the signature of a CPI. */
  readonly seeds: readonly Uint8Array[]
}

/** A cache: programs derive the same few addresses again and again, and a derivation takes most of a millisecond. */
const found = new Map<string, FoundProgramAddress>()
const maxFound = 20_000

/** Derives the address of `seeds` under `program`, and the seeds with the bump. Synchronous, unlike core's function. */
export function findProgramAddress(program: Address, seeds: readonly Uint8Array[]): FoundProgramAddress {
  let key: string = program
  for (const { buffer, byteOffset, length } of seeds)
    key += ` ${length} ${Buffer.from(buffer, byteOffset, length).toString('latin1')}`
  const known = found.get(key)
  if (known !== undefined) return known
  const fresh = derive(program, seeds)
  if (found.size === maxFound) found.delete(found.keys().next().value ?? '')
  found.set(key, fresh)
  return fresh
}

/** Each address's last known derivation. */
const derivations = new Map<Address, { readonly program: Address; readonly seeds: readonly Uint8Array[] }>()

/** Returns the seeds with the bump if `address` is that of `seeds` under `program`; otherwise `undefined`. */
export function seedsOf(
  address: Address,
  program: Address,
  seeds: readonly Uint8Array[],
): readonly Uint8Array[] | undefined {
  const last = derivations.get(address)
  if (
    last?.program === program &&
    last.seeds.length === seeds.length + 1 &&
    seeds.every((seed, i) => Buffer.compare(seed, last.seeds[i] as Uint8Array) === 0)
  )
    return last.seeds
  const fresh = findProgramAddress(program, seeds)
  if (fresh.address !== address) return undefined
  if (derivations.size === maxFound) derivations.clear()
  derivations.set(address, { program, seeds: fresh.seeds })
  return fresh.seeds
}

function derive(program: Address, seeds: readonly Uint8Array[]): FoundProgramAddress {
  for (let bump = 255; bump >= 0; bump--) {
    const all = [...seeds, Uint8Array.of(bump)]
    const hash = createHash('sha256')
    for (const seed of all) hash.update(seed)
    const bytes = hash.update(addressBytes(program)).update('ProgramDerivedAddress').digest()
    const address = encodeBase58(bytes) as Address
    if (isOffCurveAddress(address)) return { address, seeds: all }
  }
  throw new TernError('address/noProgramAddress', { program })
}

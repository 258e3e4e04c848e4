import { createHash } from 'node:crypto'
import { isOffCurveAddress } from '@solana/kit'
import { type Address, addressBytes, encodeBase58, TernError } from '@tern/core'

export interface FoundProgramAddress {
  readonly address: Address
  /** With the bump: what a CPI signs with. */
  readonly seeds: readonly Uint8Array[]
}

/** Programs ask for the same few again and again, and one takes most of a millisecond. */
const found = new Map<string, FoundProgramAddress>()
const mostFound = 20_000

/** The address of `seeds` under `program`, and the seeds with the bump that a CPI signs with. Waits for nothing, unlike core's. */
export function findProgramAddress(program: Address, seeds: readonly Uint8Array[]): FoundProgramAddress {
  let key: string = program
  for (const { buffer, byteOffset, length } of seeds)
    key += ` ${length} ${Buffer.from(buffer, byteOffset, length).toString('latin1')}`
  const known = found.get(key)
  if (known !== undefined) return known
  const fresh = derive(program, seeds)
  if (found.size === mostFound) found.delete(found.keys().next().value ?? '')
  found.set(key, fresh)
  return fresh
}

/** The derivation that an address was last found to have. */
const derivations = new Map<Address, { readonly program: Address; readonly seeds: readonly Uint8Array[] }>()

/** What a CPI signs with for `address`, when it is that of `seeds` under `program`; `undefined` when it is not. */
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
  if (derivations.size === mostFound) derivations.clear()
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

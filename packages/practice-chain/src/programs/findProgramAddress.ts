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
  const key = [program, ...seeds.map(seed => Buffer.from(seed).toString('hex'))].join()
  const known = found.get(key)
  if (known !== undefined) return known
  const fresh = derive(program, seeds)
  if (found.size === mostFound) found.delete(found.keys().next().value ?? '')
  found.set(key, fresh)
  return fresh
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

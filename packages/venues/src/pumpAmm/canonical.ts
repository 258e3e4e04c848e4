import { type Address, deriveProgramAddress } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { curveProgram } from './addresses.ts'

const kept = new Map<Address, Address>()
const maxKept = 10_000

/**
 * Checks that a coin's curve moved to this pool (`isPumpPool`): the curve program's authority created it.
 * Synchronous, because `open` is. Caches the derived authority of each coin.
 */
export function isCanonical(creator: Address, baseMint: Address): boolean {
  return creator === (kept.get(baseMint) ?? derived(baseMint))
}

function derived(baseMint: Address): Address {
  const [authority] = deriveProgramAddress(curveProgram, ['pool-authority', addressBytes(baseMint)])
  if (kept.size === maxKept) kept.clear()
  kept.set(baseMint, authority)
  return authority
}

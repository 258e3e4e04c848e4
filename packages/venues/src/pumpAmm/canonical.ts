import { type Address, addressBytes, deriveProgramAddress } from '@tern/core'
import { curveProgram } from './addresses.ts'

const kept = new Map<Address, Address>()
const mostKept = 10_000

/**
 * Whether a coin's pool is the one that its curve moved to (`isPumpPool`): created by what signs for the curves' program. Does not
 * wait, as `open` may not; derived once per coin.
 */
export function isCanonical(creator: Address, baseMint: Address): boolean {
  return creator === (kept.get(baseMint) ?? derived(baseMint))
}

function derived(baseMint: Address): Address {
  const [authority] = deriveProgramAddress(curveProgram, ['pool-authority', addressBytes(baseMint)])
  if (kept.size === mostKept) kept.clear()
  kept.set(baseMint, authority)
  return authority
}

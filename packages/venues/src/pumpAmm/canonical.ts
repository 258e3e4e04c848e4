import { type Address, addressBytes, sha256 } from '@tern/core'
import { curveProgram } from './addresses.ts'

const marker = new TextEncoder().encode('ProgramDerivedAddress')
const seed = new TextEncoder().encode('pool-authority')
const kept = new Map<string, boolean>()
const mostKept = 10_000

/**
 * Whether a coin's pool is the one that its curve moved to (`isPumpPool`): created by what signs for the curves' program. Any
 * bump is taken for the first that is off the curve: no other address of these bytes has anybody to sign for it. Does not wait,
 * as `open` may not; hashes once per pool, two or three times where it is one, 256 times where not.
 */
export function isCanonical(creator: Address, baseMint: Address): boolean {
  const key = `${creator} ${baseMint}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = isPoolAuthority(addressBytes(creator), addressBytes(baseMint))
  if (kept.size === mostKept) kept.clear()
  kept.set(key, found)
  return found
}

function isPoolAuthority(address: Uint8Array, mint: Uint8Array): boolean {
  const program = addressBytes(curveProgram)
  const bytes = new Uint8Array(seed.length + mint.length + 1 + program.length + marker.length)
  const bumpAt = seed.length + mint.length
  bytes.set(seed)
  bytes.set(mint, seed.length)
  bytes.set(program, bumpAt + 1)
  bytes.set(marker, bumpAt + 1 + program.length)
  for (let bump = 255; bump >= 0; bump--) {
    bytes[bumpAt] = bump
    const hash = sha256(bytes)
    if (hash.every((byte, i) => byte === address[i])) return true
  }
  return false
}

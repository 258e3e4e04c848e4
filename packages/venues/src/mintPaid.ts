import { type Address, associatedTokenProgram, deriveProgramAddress } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** A token of a pool, as an instruction names it. */
export interface NamedToken {
  readonly mint: Address
  readonly program: Address
}

/** The trader, and the accounts that the trade pays from and into. */
interface Paying {
  readonly owner: Address
  readonly tokenAccountIn: Address
  readonly tokenAccountOut: Address
}

/**
 * Returns the position of the token that a swap pays, for programs that read it from the paying account. The instruction does not name
 * the mint of that account. But the address of an associated account derives from its mint, so it proves the token.
 *
 * @returns `undefined` if neither account is an associated account, or if they contradict each other.
 */
export function mintPaid(
  { owner, tokenAccountIn, tokenAccountOut }: Paying,
  tokens: readonly [NamedToken, NamedToken],
): 0 | 1 | undefined {
  const [first, second] = tokens.map(token => associatedAddress(owner, token))
  const isFirst = tokenAccountIn === first || tokenAccountOut === second
  const isSecond = tokenAccountIn === second || tokenAccountOut === first
  if (isFirst === isSecond) return undefined
  return isFirst ? 0 : 1
}

const maxKept = 2_000
const kept = new Map<string, Address>()

/** Returns the owner's associated account. Caches it. Synchronous, because a reader of instructions cannot wait. */
function associatedAddress(owner: Address, { mint, program }: NamedToken): Address {
  const key = `${owner} ${mint} ${program}`
  const found = kept.get(key)
  if (found !== undefined) return found
  if (kept.size >= maxKept) kept.clear()
  const [derived] = deriveProgramAddress(associatedTokenProgram, [owner, program, mint].map(addressBytes))
  kept.set(key, derived)
  return derived
}

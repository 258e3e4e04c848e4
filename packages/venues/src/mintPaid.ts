import { type Address, associatedTokenProgram, deriveProgramAddress } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** One of a pool's tokens, as an instruction names it. */
export interface NamedToken {
  readonly mint: Address
  readonly program: Address
}

/** Who trades, from which account and into which. */
interface Paying {
  readonly owner: Address
  readonly tokenAccountIn: Address
  readonly tokenAccountOut: Address
}

/**
 * Returns the position of the token that a swap is paid with, for programs that take it from the mint of the paying account. An
 * instruction does not show that mint. An owner's associated account holds a single mint, so it proves the token.
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

const mostKept = 2_000
const kept = new Map<string, Address>()

/** The owner's account of a token by convention. At once, as who reads an instruction cannot wait: derived once, then kept. */
function associatedAddress(owner: Address, { mint, program }: NamedToken): Address {
  const key = `${owner} ${mint} ${program}`
  const found = kept.get(key)
  if (found !== undefined) return found
  if (kept.size >= mostKept) kept.clear()
  const [derived] = deriveProgramAddress(associatedTokenProgram, [owner, program, mint].map(addressBytes))
  kept.set(key, derived)
  return derived
}

import { type Address, addressBytes, associatedTokenProgram, deriveProgramAddress } from '@tern/core'

/** A token of a pool, and the program that keeps its accounts. */
interface Held {
  readonly mint: Address
  readonly program: Address
}

/**
 * Which way a swap goes whose program tells it by the mint of the account that pays, which no byte of the instruction names: one of
 * the two accounts is the trader's associated one, as it is in every trade of Tern's. `undefined`: neither is, and it may go either way.
 */
export function swapDirection(
  trader: Address,
  tokenAccounts: { readonly in: Address; readonly out: Address },
  a: Held,
  b: Held,
): 'aToB' | 'bToA' | undefined {
  const ofA = associated(trader, a)
  if (ofA === tokenAccounts.in) return 'aToB'
  if (ofA === tokenAccounts.out) return 'bToA'
  const ofB = associated(trader, b)
  if (ofB === tokenAccounts.out) return 'aToB'
  return ofB === tokenAccounts.in ? 'bToA' : undefined
}

function associated(owner: Address, { mint, program }: Held): Address {
  const seeds = [addressBytes(owner), addressBytes(program), addressBytes(mint)]
  const [address] = deriveProgramAddress(associatedTokenProgram, seeds)
  return address
}

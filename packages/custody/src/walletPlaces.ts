import type { Address } from '@tern/core'

/**
 * Checks that `wallet` occurs in an instruction's accounts only at `places`.
 * A program that receives the wallet at any other place could pass on its signature.
 */
export const hasWalletOnlyAt = (accounts: readonly Address[], wallet: Address, places: readonly number[]): boolean =>
  accounts.every((account, place) => account !== wallet || places.includes(place))

/** Reason against an instruction that names the wallet at any other place. */
export const strayWallet = 'the wallet in a place that its instruction does not name'

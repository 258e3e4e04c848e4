import type { Address } from '@tern/core'

/**
 * Whether `wallet` stands nowhere in an instruction's accounts but at `places`. A program that is given the wallet anywhere else could
 * pass its signature on.
 */
export const hasWalletOnlyAt = (accounts: readonly Address[], wallet: Address, places: readonly number[]): boolean =>
  accounts.every((account, place) => account !== wallet || places.includes(place))

/** Why an instruction is refused that names the wallet anywhere else. */
export const strayWallet = 'the wallet in a place that its instruction does not name'

import { type AccountSnapshot, type Address, rentExemption } from '@tern/core'

/** The accounts that a chain begins with. */
export type Genesis = Map<Address, AccountSnapshot>

/**
 * Puts an account into a genesis, rent-exempt.
 * @param lamportsOnTop lamports in addition to the rent exemption.
 */
export function placeAccount(
  genesis: Genesis,
  address: Address,
  {
    owner,
    data,
    lamportsOnTop = 0n,
  }: { readonly owner: Address; readonly data: Uint8Array; readonly lamportsOnTop?: bigint },
): void {
  const lamports = rentExemption(data.length) + lamportsOnTop
  genesis.set(address, { owner, lamports, executable: false, data, slot: 0n })
}

import type { Address, Owner } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import { externalWallets } from './external.ts'
import { vault } from './vault.ts'

/** The owner of a locked wallet: what it does can be planned, and not signed. */
export const lockedOwner = (address: Address): Owner => ({
  address,
  signTransactions: () => Promise.reject(new TernError('wallet/locked', { address })),
})

/** Who signs for a wallet, in use or not, and says that it is locked when it is. */
export async function ownerOf(address: Address): Promise<Owner> {
  const external = externalWallets.get().find(wallet => wallet.address === address)
  return external === undefined ? (await vault()).owner(address) : (external.owner ?? lockedOwner(address))
}

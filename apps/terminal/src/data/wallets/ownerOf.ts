import { type Address, type Owner, TernError } from '@tern/core'
import { externalWallets } from './external.ts'
import { vault } from './vault.ts'

/** Makes the owner of a locked wallet: it can plan a trade, but not sign. */
export const lockedOwner = (address: Address): Owner => ({
  address,
  signTransactions: () => Promise.reject(new TernError('wallet/locked', { address })),
})

/** Returns the owner of a wallet, in use or not. A locked wallet's owner rejects every signature. */
export async function ownerOf(address: Address): Promise<Owner> {
  const external = externalWallets.get().find(wallet => wallet.address === address)
  return external === undefined ? (await vault()).owner(address) : (external.owner ?? lockedOwner(address))
}

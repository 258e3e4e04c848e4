const key = 'tern-chosen-wallet'

/** The address of the wallet that this browser last used; `null` before there was a choice. */
export const readChosenWallet = (): string | null => localStorage.getItem(key)

export function writeChosenWallet(address: string): void {
  localStorage.setItem(key, address)
}

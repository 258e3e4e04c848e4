const key = 'tern-chosen-wallet'

/** Reads the address of the wallet that this browser used last; `null` if no wallet was used. */
export const readChosenWallet = (): string | null => localStorage.getItem(key)

export function writeChosenWallet(address: string): void {
  localStorage.setItem(key, address)
}

/** What of Wallets is in the address: the wallet whose deposit address is shown. */
export interface WalletsSearch {
  readonly deposit?: string
}

/** What an address says; anything else in it is left out. */
export const parseWalletsSearch = ({ deposit }: Record<string, unknown>): WalletsSearch =>
  typeof deposit === 'string' ? { deposit } : {}

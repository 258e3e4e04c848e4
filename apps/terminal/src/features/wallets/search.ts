/** The page's settings in the URL: the wallet whose deposit address is open. */
export interface WalletsSearch {
  readonly deposit?: string
}

/** Parses the URL's parameters; unknown names and values are dropped. */
export const parseWalletsSearch = ({ deposit }: Record<string, unknown>): WalletsSearch =>
  typeof deposit === 'string' ? { deposit } : {}

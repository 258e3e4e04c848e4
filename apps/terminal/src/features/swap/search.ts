/** The tokens in the page's address, as mints. `from` alone is swapped for SOL. */
export interface SwapSearch {
  readonly from?: string
  readonly to?: string
}

/** Max length of an address. */
const maxLetters = 44

/** Parses the URL's parameters. The page checks the mints. */
export function parseSwapSearch({ from, to }: Record<string, unknown>): SwapSearch {
  const isMint = (value: unknown): value is string => typeof value === 'string' && value.length <= maxLetters
  return { ...(isMint(from) && { from }), ...(isMint(to) && { to }) }
}

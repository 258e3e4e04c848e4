import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import { type Listing, ownSymbol } from '../data/market/listing.ts'
import { listedToken, type SwapToken, solToken } from '../data/swap/swapTokens.ts'
import type { HeldToken } from '../data/wallets/heldTokens.ts'
import { errorText } from '../text/errorText.ts'
import { pastedAddresses } from '../text/pastedAddress.ts'
import { shortAddress } from '../text/shortAddress.ts'
import type { AmountUnit } from '../text/typed.ts'

/** A token in the picker. */
export interface PickedToken extends AmountUnit {
  readonly mint: Address
  readonly name: string
  readonly picture: string | null
  /** See `Listing`. */
  readonly posesAs?: NonNullable<Listing['posesAs']>
  /** Raw units that the wallet holds. `undefined`: none, or not known. */
  readonly held?: bigint
}

interface Known {
  readonly listings: readonly Listing[]
  /** Tokens of the wallet, without SOL. */
  readonly held: readonly HeldToken[]
  /** Lamports of the wallet; `undefined` if unknown. */
  readonly lamports: bigint | undefined
}

/** Rows that the picker shows. Typed words find the rest. */
export const maxRows = 50

/** Lists tokens: holdings first, beginning with SOL, then the busiest of the rest. */
export function listTokens({ listings, held, lamports }: Known): readonly PickedToken[] {
  const amounts = new Map(held.map(({ mint, amount }) => [mint, amount]))
  const ofListing = (listing: Listing) => pickOf(listedToken(listing), amounts.get(listing.mint))
  const listed = new Map(listings.map(listing => [listing.mint, listing]))
  const owned = held
    .filter(({ mint }) => mint !== wrappedNativeMint)
    .map((token): PickedToken => {
      const listing = listed.get(token.mint)
      if (listing !== undefined) return ofListing(listing)
      const { amount, ...shown } = token
      return { ...shown, name: '', picture: null, held: amount }
    })
  const rest = listings
    .filter(({ mint }) => !amounts.has(mint) && mint !== wrappedNativeMint)
    .sort((a, b) =>
      a.volume24hLamports < b.volume24hLamports ? 1 : a.volume24hLamports > b.volume24hLamports ? -1 : 0,
    )
  return [pickOf(solToken, lamports), ...owned, ...rest.map(ofListing)]
}

const pickOf = ({ market: _, program: __, ...token }: SwapToken, held: bigint | undefined): PickedToken => ({
  ...token,
  ...(held !== undefined && held > 0n && { held }),
})

/** Finds the tokens that typed words mean: by symbol, by name, or by a mint in a pasted text. */
export function findTokens(
  tokens: readonly PickedToken[],
  words: string,
  listings: readonly Listing[] = [],
): { readonly found: readonly PickedToken[]; readonly unknown?: Address } {
  const text = words.trim().toLowerCase()
  if (text === '') return { found: tokens }
  const [pasted] = pastedAddresses(words)
  if (pasted !== undefined) {
    const mint = listings.find(({ pool }) => pool === pasted)?.mint ?? pasted
    const found = tokens.filter(token => token.mint === mint)
    return found.length === 0 ? { found, unknown: pasted } : { found }
  }
  const claimed = new Map(listings.map(listing => [listing.mint, ownSymbol(listing).toLowerCase()]))
  const rankOf = ({ mint, symbol, name }: PickedToken) => {
    const symbols = [symbol.toLowerCase(), claimed.get(mint) ?? '']
    if (symbols.includes(text)) return 0
    if (symbols.some(one => one.startsWith(text))) return 1
    return symbols.some(one => one.includes(text)) || name.toLowerCase().includes(text) ? 2 : 3
  }
  const ranked = tokens.map(token => ({ token, rank: rankOf(token) })).filter(({ rank }) => rank < 3)
  return { found: ranked.sort((a, b) => a.rank - b.rank).map(({ token }) => token) }
}

/** Says why a pasted address gives no token: it is not a token, or it could not be read. */
export function refusalText(error: unknown, address: Address): string {
  const [name, text] = [shortAddress(address), errorText(error)]
  return isTernError(error) && /^(layout|token)\//.test(error.code)
    ? `${name} is not a token or a pool: ${text}.`
    : `Could not read ${name}: ${text}.`
}

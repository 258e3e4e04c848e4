import { type Address, isTernError, parseAddress, usd1Mint, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'

/** Coins that a link to a swap names beside its token. */
const coins: readonly Address[] = [wrappedNativeMint, usdcMint, usdtMint, usd1Mint]

/** Characters that leave no ink: they come along when a text is copied from a page or a chat. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu

function readAddress(text: string): readonly Address[] {
  try {
    return [parseAddress(text)]
  } catch (error) {
    if (isTernError(error)) return []
    throw error
  }
}

/**
 * Lists the addresses in a pasted text: in a link, after `CA:`, in quotes or between words, each once. A coin counts only if
 * nothing else is there. An address in groups, as Tern shows it, has to stand alone. Parts of a longer word are no address.
 *
 * @example
 * pastedAddresses('https://dexscreener.com/solana/5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe?t=1') // one address
 */
export function pastedAddresses(text: string): readonly Address[] {
  const seen = text
    .replace(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\s/g, ' ')
    .replace(unseen, '')
  const words = seen.match(/[A-Za-z0-9]+/g) ?? []
  const found = [...new Set(words.flatMap(readAddress))]
  if (found.length === 0) return readAddress(words.join(''))
  const tokens = found.filter(address => !coins.includes(address))
  return tokens.length === 0 ? found.slice(0, 1) : tokens
}

/** Reads the one address in a pasted text; `undefined` if there is none, or more than one. */
export function pastedAddress(text: string): Address | undefined {
  const [first, second] = pastedAddresses(text)
  return second === undefined ? first : undefined
}

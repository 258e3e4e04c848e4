import { type Address, isTernError, parseAddress, usd1Mint, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'

/** Coins that a swap link names beside its token. */
const coins: readonly Address[] = [wrappedNativeMint, usdcMint, usdtMint, usd1Mint]

/** Invisible characters that a copied text may contain. */
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
 * Lists the addresses in a pasted text, each once: in a link, after `CA:`, in quotes or between words.
 * A coin counts only if there is no other address. An address in groups, as Tern shows it, must be the whole text. A
 * part of
 * a longer word is no address.
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

/** Finds the address in a pasted text; `undefined` unless the text has exactly one address. */
export function pastedAddress(text: string): Address | undefined {
  const [first, second] = pastedAddresses(text)
  return second === undefined ? first : undefined
}

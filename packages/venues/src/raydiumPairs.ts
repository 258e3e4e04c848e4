import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** Pairs a mint with SOL, USDC and USD1, in the order of Raydium's pools: the lower address bytewise first. */
export const raydiumPairs = (mint: Address): readonly (readonly [Address, Address])[] =>
  [wrappedNativeMint, usdcMint, usd1Mint]
    .filter(other => other !== mint)
    .map(other => (isBelow(mint, other) ? [mint, other] : [other, mint]))

function isBelow(a: Address, b: Address): boolean {
  const [bytesA, bytesB] = [addressBytes(a), addressBytes(b)]
  const at = bytesA.findIndex((byte, i) => byte !== bytesB[i])
  return at >= 0 && (bytesA[at] ?? 0) < (bytesB[at] ?? 0)
}

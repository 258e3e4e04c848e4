import { wrappedNativeMint } from '@tern/core'
import { type Listing, solPerToken, worthLamports } from '../../data/market/listing.ts'
import { useTicker } from '../../data/market/liveTrades.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { Sol } from '../../ui/Amount.tsx'

interface WorthProps {
  readonly token: SwapToken | undefined
  /** Raw units; `undefined` while unknown. */
  readonly raw: bigint | undefined
  readonly listings: readonly Listing[]
}

/** The worth of an amount in SOL, at the last price of the token's market. Shows nothing without a price, and for SOL itself. */
export function Worth({ token, raw, listings }: WorthProps) {
  const ticker = useTicker(token?.mint ?? '')
  if (token === undefined || token.mint === wrappedNativeMint || raw === undefined || raw === 0n) return null
  const listed = listings.find(({ mint }) => mint === token.mint)?.price ?? null
  const lamports = worthLamports(raw, ticker === undefined ? listed : solPerToken(ticker.price, token), token)
  if (lamports === null) return null
  return (
    <>
      worth <Sol lamports={lamports} digits={{ fraction: 5 }} unit="SOL" />
    </>
  )
}

import { type Address, type Clock, maximumIn, minimumOut, TernError } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import type { Route } from '@tern/venues/router'

/** A hop as its instruction states it. */
export interface LimitedHop {
  readonly pool: Pool
  readonly quote: Quote
  /** Min output of an exact input, max input of an exact output. */
  readonly limit: bigint
  readonly maxIn: bigint
  readonly minOut: bigint
  /** Its share of the slippage, in basis points. */
  readonly slippageBps: number
}

/** A pool of a path, the token that is paid to it, and the slippage of its swap in basis points. */
export interface HopToLimit {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly slippageBps: number
}

/** Shares slippage among the hops of a path. The last hop gets the rest. */
export function sharesOf(slippageBps: number, hops: number): readonly number[] {
  const each = Math.floor(slippageBps / hops)
  return Array.from({ length: hops }, (_, n) => (n === hops - 1 ? slippageBps - each * (hops - 1) : each))
}

/** Gives all slippage to the only amount that the router program limits: the output of the last hop, or the input of the first. */
export function sharesByRouter(mode: Route['mode'], slippageBps: number, hops: number): readonly number[] {
  const limited = mode === 'exactIn' ? hops - 1 : 0
  return Array.from({ length: hops }, (_, n) => (n === limited ? slippageBps : 0))
}

/**
 * Sets the limits of consecutive hops. For an exact input, each hop spends the min output of the hop before. For an exact output, each
 * hop brings the max input of the next hop.
 *
 * @param amount input of the first hop, or output of the last.
 * @throws TernError `trade/invalidSlippage`, `route/cannotFill`, `quote/*`.
 */
export function limitHops(
  mode: Route['mode'],
  { hops, amount, clock }: { readonly hops: readonly HopToLimit[]; readonly amount: bigint; readonly clock: Clock },
): readonly LimitedHop[] {
  let next = amount
  if (mode === 'exactIn')
    return hops.map(({ pool, tokenIn, slippageBps }) => {
      const maxIn = next
      const quote = wholeQuote(pool, { tokenIn, exactIn: maxIn }, clock)
      next = minimumOut(quote.amountOut, slippageBps)
      return { pool, quote, limit: next, maxIn, minOut: next, slippageBps }
    })
  return hops
    .toReversed()
    .map(({ pool, tokenIn, slippageBps }) => {
      const minOut = next
      const quote = wholeQuote(pool, { tokenIn, exactOut: minOut }, clock)
      next = maximumIn(quote.amountIn, slippageBps)
      return { pool, quote, limit: next, maxIn: next, minOut, slippageBps }
    })
    .toReversed()
}

function wholeQuote(pool: Pool, request: Parameters<Pool['quote']>[0], clock: Clock): Quote {
  const quote = pool.quote(request, clock)
  if (quote.filled === 'whole') return quote
  const { tokenIn, tokenOut } = quote
  const amount = 'exactIn' in request ? request.exactIn : request.exactOut
  throw new TernError('route/cannotFill', { tokenIn, tokenOut, amount })
}

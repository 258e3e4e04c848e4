import { anyLifetime, type Plan, planMessage, type SwapQuote } from '@tern/client'
import type { Address, Ratio } from '@tern/core'
import { rawPerToken } from '@tern/core/internal'
import type { TokenUnit } from '../../text/numberText.ts'

type Route = SwapQuote['route']
type RoutePath = Route['paths'][number]
type RouteHop = RoutePath['hops'][number]

/** Shares are computed to this precision, for display only. */
const whole = 10n ** 12n

/** The share of a hop's amounts that its fees take, rounded down. */
export function feeShareOf({ quote }: RouteHop): Ratio {
  const sum = (mint: Address) => quote.fees.reduce((total, fee) => (fee.mint === mint ? total + fee.amount : total), 0n)
  const [onIn, onOut] = [sum(quote.tokenIn), sum(quote.tokenOut)]
  const before = quote.amountOut + onOut
  if (quote.amountIn <= 0n || before <= 0n) return { numerator: 0n, denominator: whole }
  const keptIn = (whole * (quote.amountIn - onIn)) / quote.amountIn
  return { numerator: whole - (keptIn * quote.amountOut) / before, denominator: whole }
}

/** The share that all fees of a route take, each path by its part of the input. */
export function routeFeeShare({ paths, amountIn }: Route): Ratio {
  const keptBy = ({ hops }: RoutePath) =>
    hops.reduce((kept, hop) => (kept * (whole - feeShareOf(hop).numerator)) / whole, whole)
  if (amountIn <= 0n) return { numerator: 0n, denominator: whole }
  const kept = paths.reduce((sum, path) => sum + keptBy(path) * path.amountIn, 0n) / amountIn
  return { numerator: whole - kept, denominator: whole }
}

/** The share by which a route brings less than the current prices say: its fees and its price impact together. */
export function lossShare(route: Route): Ratio {
  const fees = routeFeeShare(route)
  const { numerator, denominator } = route.priceImpact
  return { numerator: whole - ((whole - fees.numerator) * (denominator - numerator)) / denominator, denominator: whole }
}

/**
 * The mid price of a swap that runs in a single transaction: raw units out for a raw unit in, before fees and price impact.
 * Later transactions of a swap trade other tokens, and have another mid price.
 */
export function midOf(
  { route, amountIn, amountOut }: Pick<SwapQuote, 'route' | 'amountIn' | 'amountOut'>,
  { messages }: Pick<Plan, 'messages'>,
): { readonly mid?: Ratio } {
  const { numerator: lost, denominator } = lossShare(route)
  if (messages.length !== 1 || amountIn <= 0n || lost >= denominator) return {}
  return { mid: { numerator: amountOut * denominator, denominator: amountIn * (denominator - lost) } }
}

/** The share by which a swap brought more than the mid price says. Below zero: less. */
export function vsMid({ numerator, denominator }: Ratio, amountIn: bigint, amountOut: bigint): Ratio {
  const atMid = amountIn * numerator
  return { numerator: amountOut * denominator - atMid, denominator: atMid }
}

/** The price of a swap: shown tokens out for one shown token in. `undefined` without amounts. */
export function priceOf(
  { amountIn, amountOut }: { readonly amountIn: bigint; readonly amountOut: bigint },
  pay: TokenUnit,
  receive: TokenUnit,
): Ratio | undefined {
  if (amountIn <= 0n || amountOut <= 0n) return undefined
  const [perIn, perOut] = [rawPerToken(pay), rawPerToken(receive)]
  return {
    numerator: amountOut * perIn.numerator * perOut.denominator,
    denominator: amountIn * perIn.denominator * perOut.numerator,
  }
}

/** The opposite price. */
export const inverse = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
})

/** The number of pools that a route uses. */
export const poolCount = ({ paths }: Route): number => paths.reduce((sum, { hops }) => sum + hops.length, 0)

/** The max bytes of a transaction. */
export const maxTransactionBytes = 1_232

/** Returns the bytes of each transaction of a plan, with its signatures. */
export const transactionBytes = ({ owner, messages }: Pick<Plan, 'owner' | 'messages'>): readonly number[] =>
  messages.map(message => {
    const { bytes, signers } = planMessage(owner, message, anyLifetime)
    return 1 + 64 * signers.length + bytes.length
  })

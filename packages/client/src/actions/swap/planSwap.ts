import type { ReadOptions } from '@tern/chain'
import { type Address, type Clock, parseAddress, TernError, type Token, wrappedNativeMint } from '@tern/core'
import { isReferralCode } from '@tern/core/internal'
import { loadVenue, type Pool } from '@tern/venues'
import { pathOf, routeOf, tokensAlong } from '@tern/venues/internal/router'
import { quoteRoute, type Route } from '@tern/venues/router'
import type { Client } from '../../client.ts'
import { clockFor } from '../../clockFor.ts'
import type { Action } from '../plan/actions.ts'
import { finishPlan, plannedBy } from '../plan/assemblePlan.ts'
import { type PlanLine, type Planned, reasonOf } from '../plan/plan.ts'
import { areVerified } from './areVerified.ts'
import { findRoutes } from './findRoutes.ts'
import { type LimitedHop, limitHops, sharesByRouter, sharesOf } from './limitedHops.ts'
import { type RouteChoice, routeChoice, type SwapPart, type SwapPlanRequest, type SwapQuote } from './swap.ts'
import { type HopRange, type LimitedPath, netOf, type SwapMessage, SwapMessages } from './swapMessages.ts'
import { assertMovable, readSwapWallet, type SwapWallet, tokensOf } from './swapWallet.ts'

/**
 * Plans a swap of any token for any other. Swaps share a transaction if they fit. Otherwise they run in several transactions. Each later
 * transaction is planned again once the earlier transactions landed.
 *
 * @param landed number of transactions of `asked.parts` that landed before. They are not planned again.
 * @returns the plan, the quote, and the `reasons` against it: `route/*`, `quote/*`, `token/*`, `plan/notEnoughTokens`, `plan/notEnoughSol`, ….
 * @throws TernError `amount/outOfRange`, `trade/invalidSlippage`, `trade/invalidReferralCode`, `venue/unknownProtocol`, `rpc/*`.
 * @example
 * const { quote } = await planSwap(client, { tokenIn, tokenOut, exactIn: 1_000_000_000n, slippageBps: 100 })
 * quote?.minOut // 152_307_692n raw units
 */
export function planSwap(
  client: Client,
  asked: SwapPlanRequest,
  landed = 0,
): Promise<Planned<SwapPlanRequest, SwapQuote>> {
  const { referralCode } = asked
  return plannedBy(async () => {
    if (referralCode !== undefined && !isReferralCode(referralCode))
      throw new TernError('trade/invalidReferralCode', { code: referralCode })
    const { choice, pools, clock } = await readRoute(client, asked, landed > 0 ? { maxAgeMs: 0 } : undefined)
    const request = { ...asked, route: choice }
    const before = request.parts?.slice(0, landed) ?? []
    const remaining = request.parts?.slice(landed)
    const whole = landed > 0 ? undefined : quoteRoute(request, chosen(choice, pools), clock)
    const paths = limitPaths(request, pools, remaining?.flat(), clock)
    const route = whole ?? restOf(request, paths)
    const none = { plan: undefined, quote: quoteOf(route, paths, []) }
    if (client.owner === undefined) return { ...none, reasons: [reasonOf(new TernError('owner/missing', {}))] }
    try {
      const wallet = await readSwapWallet(client, client.owner.address, tokensOf(pools.flat()))
      await assertMovable(client, wallet)
      const messages = await new SwapMessages(client, { request, wallet, paths }).build(remaining)
      const parts = messages.map(({ ranges }) => ranges.map(range => partOf(request, paths, range)))
      const quote = quoteOf(route, paths, messages)
      return finish(wallet, { ...request, parts: [...before, ...parts] }, quote, messages)
    } catch (error) {
      const refusal = await plannedBy(() => Promise.reject(error))
      return { ...none, reasons: refusal.reasons }
    }
  })
}

/** The rest of a swap is planned by how many of its transactions landed. */
export const swapAction: Action<SwapPlanRequest> = {
  plan: (client, request, landed) => planSwap(client, request, landed.length),
}

const modeOf = (request: SwapPlanRequest): Route['mode'] => ('exactIn' in request ? 'exactIn' : 'exactOut')

/** The pools of a request, path by path. */
interface ReadRoute {
  readonly choice: RouteChoice
  readonly pools: readonly (readonly Pool[])[]
  readonly clock: Clock
}

/** Reads the pools of the chosen route, or of the best route. */
async function readRoute(
  client: Client,
  request: SwapPlanRequest,
  options: ReadOptions | undefined,
): Promise<ReadRoute> {
  const { route: given, listed } = request
  const choice = given ?? routeChoice((await findRoutes(client, request, listed === undefined ? {} : { listed }))[0])
  const named = choice.flatMap(path => path.pools)
  const asked = await Promise.all(
    named.map(async ({ protocol, address }) => ({
      ...{ readable: await loadVenue(protocol), address: parseAddress(address) },
    })),
  )
  const [read, known] = await Promise.all([client.chain.readMany(asked, options), client.chain.readClock()])
  const pools = read.map(answer => {
    if ('error' in answer) throw answer.error
    return answer.value
  })
  let next = 0
  return {
    choice,
    pools: choice.map(path => path.pools.map(() => pools[next++] as Pool)),
    clock: await clockFor(client.chain, pools, known),
  }
}

const chosen = (choice: RouteChoice, pools: ReadRoute['pools']) =>
  choice.map(({ sharePercent }, path) => ({ sharePercent, pools: pools[path] ?? [] }))

/** Quotes the remaining hops of each path, with limits. Without `parts`, all hops remain. */
function limitPaths(
  request: SwapPlanRequest,
  pools: ReadRoute['pools'],
  parts: readonly SwapPart[] | undefined,
  clock: Clock,
): readonly LimitedPath[] {
  const mode = modeOf(request)
  return pools.flatMap((own, path) => {
    const left = parts?.filter(part => part.path === path)
    if (left?.length === 0) return []
    const tokens = tokensAlong(own, request.tokenIn, request.tokenOut)
    const each = sharesOf(request.slippageBps, own.length)
    const shares = request.byRouterProgram
      ? sharesByRouter(mode, request.slippageBps, own.length)
      : mode === 'exactIn'
        ? each
        : each.toReversed()
    const [from, to] = [left?.[0]?.hops[0] ?? 0, left?.at(-1)?.hops[1] ?? own.length]
    const fixed = mode === 'exactIn' ? left?.[0] : left?.at(-1)
    const hops = own.slice(from, to).map((pool, n) => ({
      ...{ pool, tokenIn: tokens[from + n] as Address, slippageBps: shares[from + n] ?? 0 },
    }))
    return [{ path, from, hops: limitHops(mode, { hops, amount: fixed?.amount ?? shareOf(request, path), clock }) }]
  })
}

/** The amount of a path that has not begun. */
function shareOf(request: SwapPlanRequest, path: number): bigint {
  const amount = 'exactIn' in request ? request.exactIn : request.exactOut
  const first = (amount * BigInt(request.route?.[0]?.sharePercent ?? 100)) / 100n
  return path === 0 ? first : amount - first
}

/** Returns the part of a route that is left after its first transactions landed. */
function restOf(request: SwapPlanRequest, paths: readonly LimitedPath[]): Route {
  return routeOf(
    modeOf(request),
    paths.map(({ path, hops }) => pathOf(request.route?.[path]?.sharePercent ?? 100, hops)),
  )
}

function partOf(request: SwapPlanRequest, paths: readonly LimitedPath[], { path, hops }: HopRange): SwapPart {
  const one = paths.find(other => other.path === path)
  const own = one?.hops.slice(hops[0] - one.from, hops[1] - one.from) ?? []
  return { path, hops, amount: (modeOf(request) === 'exactIn' ? own[0]?.maxIn : own.at(-1)?.minOut) ?? 0n }
}

function quoteOf(route: Route, paths: readonly LimitedPath[], messages: readonly SwapMessage[]): SwapQuote {
  const sum = (amountOf: (path: LimitedPath) => bigint) => paths.reduce((total, path) => total + amountOf(path), 0n)
  const first = ({ hops }: LimitedPath) => hops[0] as LimitedHop
  const last = ({ hops }: LimitedPath) => hops.at(-1) as LimitedHop
  const isExactIn = route.mode === 'exactIn'
  return {
    route,
    amountIn: sum(path => (isExactIn ? first(path).maxIn : first(path).quote.amountIn)),
    maxIn: sum(path => first(path).maxIn),
    amountOut: sum(path => (isExactIn ? last(path).quote.amountOut : last(path).minOut)),
    minOut: sum(path => last(path).minOut),
    leftovers: leftoversOf(route, paths),
    heldBetween: messages.slice(1).map((_, n) => heldAfter(messages.slice(0, n + 1))),
  }
}

const tokenOf = ({ tokens: [a, b] }: Pool, mint: Address): Token => (a.mint === mint ? a : b)

function leftoversOf({ mode }: Route, paths: readonly LimitedPath[]): SwapQuote['leftovers'] {
  const left = new Map<Address, { readonly token: Token; readonly amount: bigint }>()
  for (const { hops } of paths)
    for (const [n, { pool, quote, maxIn }] of hops.entries()) {
      const before = hops[n - 1]
      if (before === undefined) continue
      const amount = mode === 'exactIn' ? before.quote.amountOut - maxIn : before.minOut - quote.amountIn
      const known = left.get(quote.tokenIn)?.amount ?? 0n
      if (amount > 0n) left.set(quote.tokenIn, { token: tokenOf(pool, quote.tokenIn), amount: known + amount })
    }
  return [...left.values()]
}

/** Lists the tokens that the wallet is sure to hold after messages: the min outputs minus the max inputs. */
function heldAfter(messages: readonly SwapMessage[]): SwapQuote['heldBetween'][number] {
  const hops = messages.flatMap(message => message.hops)
  return [...netOf(hops)].flatMap(([mint, minAmount]) => {
    const pool = hops.find(({ quote }) => quote.tokenOut === mint)?.pool
    return minAmount > 0n && pool !== undefined ? [{ token: tokenOf(pool, mint), minAmount }] : []
  })
}

/** Computes how much of each mint the wallet must hold before the messages run, one after the other. */
function neededBy(messages: readonly SwapMessage[]): ReadonlyMap<Address, bigint> {
  const needed = new Map<Address, bigint>()
  for (const [n] of messages.entries())
    for (const [mint, net] of netOf(messages.slice(0, n + 1).flatMap(message => message.hops)))
      if (-net > (needed.get(mint) ?? 0n)) needed.set(mint, -net)
  return needed
}

function finish(
  { owner, balance, sides }: SwapWallet,
  request: SwapPlanRequest,
  quote: SwapQuote,
  messages: readonly SwapMessage[],
): Planned<SwapPlanRequest, SwapQuote> {
  const needed = neededBy(messages)
  const opens = messages.flatMap(message => message.opens)
  const feeLamports = messages.reduce((sum, message) => sum + message.feeLamports, 0n)
  const programFees = opens.flatMap(({ kind, lamports }): readonly PlanLine[] =>
    kind === 'venue' ? [{ kind: 'rent', label: 'Venue account rent', lamports }] : [],
  )
  const code = messages.find(({ referralCode }) => referralCode !== undefined)?.referralCode
  const invited = code !== undefined && { note: `invited by ${code}` }
  const fee: readonly PlanLine[] =
    feeLamports > 0n ? [{ kind: 'tradeFee', label: 'Trade fee 1%', lamports: feeLamports, ...invited }] : []
  const planned = finishPlan(
    {
      ...{ kind: 'swap', request, owner, balance },
      messages: messages.map(({ message }) => message),
      opens: opens.filter(({ kind }) => kind === 'tokenAccount'),
      programFees: [...fee, ...programFees],
      spentLamports: needed.get(wrappedNativeMint) ?? 0n,
      proceedsLamports: quote.route.tokenOut.mint === wrappedNativeMint ? quote.minOut : 0n,
      heldLamports: messages.reduce((max, one) => (one.heldLamports > max ? one.heldLamports : max), 0n),
      isVerified: messages.every(({ hops }) => areVerified(request, hops)),
    },
    quote,
  )
  const short = [...needed].flatMap(([mint, amount]): readonly TernError[] => {
    const side = sides.get(mint)
    if (side === undefined) return []
    if (side.account === null) return [new TernError('token/inputAccountNotFound', { address: side.address })]
    const { amount: held } = side.account
    return held < amount ? [new TernError('plan/notEnoughTokens', { mint, balance: held, amount })] : []
  })
  return { ...planned, reasons: [...short.map(reasonOf), ...planned.reasons] }
}

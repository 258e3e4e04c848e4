import { transactionSize } from '@tern/chain'
import { type Client, createClient, planMessage, planSwap, type SwapPlanRequest } from '@tern/client'
import { type AccountSet, type Address, associatedTokenAddress, type Owner, wrappedNativeMint } from '@tern/core'
import { failureText } from './failureText.ts'
import type { LivePool } from './findPools.ts'
import { isSame, type Mode, type Movement, maxTries, noBlockhash, type Outcome, unitsIn } from './rehearseTrade.ts'
import type { RouteChain } from './routeChain.ts'

/** A route through SOL, from the token of a pool to that of another. */
export interface RouteToRehearse {
  readonly from: LivePool
  readonly to: LivePool
  readonly mode: Mode
  /** Holds the token of `from`. */
  readonly wallet: Address
  /** About as much is swapped. */
  readonly lamports: bigint
  /** See `ClientOptions.exchangeApi`. */
  readonly api?: string
}

const slippageBps = 100
/**
 * Plans a swap along a route with the client's own `planSwap`, has its first message simulated, and compares the amounts.
 * If a route takes several transactions, only the first can be simulated.
 * If the pools moved in between, a later plan may agree instead. If neither agrees, it is tried again.
 *
 * @throws TernError `rpc/*`, `layout/*`.
 */
export async function rehearseRoute(chain: RouteChain, route: RouteToRehearse): Promise<Outcome> {
  const owner: Owner = { address: route.wallet, signTransactions: async () => [] }
  const { api } = route
  const base = createClient({ rpc: 'http://127.0.0.1', owner, providers: [], ...(api && { exchangeApi: api }) })
  const client: Client = { ...base, chain: chain.chain }
  const request = await requestFor(client, route)
  if ('why' in request) return { verdict: 'not checked', why: request.why }
  for (let tries = 1; tries <= maxTries; tries++) {
    const planned = await prepare(chain, client, request)
    if ('why' in planned) return { verdict: 'not checked', why: planned.why }
    const { message, quoted, of } = planned
    const simulation = await chain.node.simulate(message, planned.own, planned.slot)
    const measured = { size: transactionSize(message), units: simulation.unitsConsumed }
    const simulated = simulation.error === null ? planned.movement(simulation.accounts) : undefined
    const note = of === 1 ? {} : { why: `the first of ${of} transactions` }
    if (isEqual(simulated, quoted)) return { verdict: 'equal', ...measured, quoted, simulated: quoted, ...note }
    const later = await prepare(chain, client, request)
    if (!('why' in later) && isEqual(simulated, later.quoted))
      return { verdict: 'equal', ...measured, quoted: later.quoted, simulated: later.quoted, ...note }
    if (!isSame(planned.pools, chain.pools().accounts)) continue
    const seen = simulated === undefined ? { why: failureText(simulation) } : { simulated }
    return { verdict: 'differs', ...measured, quoted, ...seen }
  }
  return { verdict: 'not checked', why: `the pools moved each time, ${maxTries} times` }
}

/** Makes the request: an exact input worth the lamports and held by the wallet, or half of what it brings as an exact output. */
async function requestFor(
  client: Client,
  { from, to, mode, lamports, wallet }: RouteToRehearse,
): Promise<SwapPlanRequest | { readonly why: string }> {
  const nameOf = ({ venue: { protocol }, pool, mint }: LivePool) => ({ protocol, address: pool, mint })
  const worth = await planSwap(client, {
    ...{ tokenIn: wrappedNativeMint, tokenOut: from.mint, exactIn: lamports, slippageBps },
    route: [{ sharePercent: 100, pools: [nameOf(from)] }],
  })
  const token = worth.quote?.route.tokenOut
  if (worth.quote === undefined || token === undefined) return { why: worth.reasons[0]?.text ?? 'no quote' }
  const account = await associatedTokenAddress(wallet, token.mint, token.program)
  const held = unitsIn((await client.chain.readAccounts([account])).get(account))
  const exactIn = held < worth.quote.amountOut ? held : worth.quote.amountOut
  const common = { tokenIn: from.mint, tokenOut: to.mint, slippageBps }
  const route = [{ sharePercent: 100, pools: [nameOf(from), nameOf(to)] }]
  if (mode === 'exactIn') return { ...common, exactIn, route }
  const whole = await planSwap(client, { ...common, exactIn, route })
  if (whole.quote === undefined) return { why: whole.reasons[0]?.text ?? 'no quote' }
  return { ...common, exactOut: whole.quote.amountOut / 2n, route }
}

/** Plans the swap. Returns its first message, and the amounts that the message should move. */
async function prepare({ node, pools }: RouteChain, client: Client, request: SwapPlanRequest) {
  const { plan, quote, reasons } = await planSwap(client, request)
  const [message] = plan?.messages ?? []
  const [reason] = reasons
  if (reason !== undefined || plan === undefined || quote === undefined || message === undefined)
    return { why: reason?.text ?? 'no plan' }
  const read = pools()
  const { tokenIn, tokenOut, paths } = quote.route
  const [first] = paths[0]?.hops ?? []
  const of = plan.messages.length
  const isWhole = of === 1
  // With an exact output, the first of several messages brings the next message's max input, so its real input is unknown.
  if (!isWhole && quote.route.mode === 'exactOut') return { why: `it takes ${of} transactions` }
  const [accountIn, accountOut] = await Promise.all(
    [tokenIn, tokenOut].map(token => associatedTokenAddress(plan.owner, token.mint, token.program)),
  )
  if (accountIn === undefined || accountOut === undefined || first === undefined) return { why: 'no route' }
  // If more messages follow, the first message ends in SOL.
  const own = isWhole ? [accountIn, accountOut] : [plan.owner, accountIn]
  const before = (await node.read(own, read.slot)).accounts
  const costs = Object.values(message.terms.lamports).reduce((sum, lamports) => sum + lamports, 0n)
  const movement = (after: AccountSet): Movement => {
    const tokens = (account: Address) => unitsIn(after.get(account)) - unitsIn(before.get(account))
    const lamports = (after.get(plan.owner)?.lamports ?? 0n) - (before.get(plan.owner)?.lamports ?? 0n) + costs
    return { amountIn: -tokens(accountIn), amountOut: isWhole ? tokens(accountOut) : lamports }
  }
  const quoted: Movement = isWhole
    ? { amountIn: quote.amountIn, amountOut: quote.amountOut }
    : { amountIn: first.quote.amountIn, amountOut: first.quote.amountOut }
  const compiled = planMessage(plan.owner, message, noBlockhash)
  return { message: compiled, quoted, of, own, movement, slot: read.slot, pools: read.accounts }
}

const isEqual = (a: Movement | undefined, b: Movement) => a?.amountIn === b.amountIn && a.amountOut === b.amountOut

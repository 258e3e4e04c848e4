import {
  compileMessage,
  randomSeed,
  signatureFee,
  temporaryAccount,
  tradeInstructions,
  tradeUnitLimit,
  transactionSize,
} from '@tern/chain'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  isTernError,
  type Message,
  maximumIn,
  minimumOut,
  systemProgram,
  tokenAccountLayout,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Quote, SwapParties, SwapRequest } from '@tern/venues'
import { failureText } from './failureText.ts'
import type { Node, Simulation } from './node.ts'
import type { RehearsedPool, Snapshot } from './rehearsedPool.ts'

export type Side = 'buy' | 'sell'
export type Mode = 'exactIn' | 'exactOut'

/** What left and what arrived, in raw units of the token and lamports. */
export interface Movement {
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** How one trade came out. */
export interface Outcome {
  readonly verdict: 'equal' | 'differs' | 'not checked'
  /** Bytes of the whole transaction. */
  readonly size?: number
  /** Compute units. */
  readonly units?: bigint
  readonly quoted?: Movement
  readonly simulated?: Movement
  readonly why?: string
}

export interface TradeToRehearse {
  readonly pool: RehearsedPool
  readonly side: Side
  readonly mode: Mode
  readonly wallet: Address
  /** What a buy takes; a sale is worth about as much. */
  readonly lamports: bigint
}

/** A pool that moves between reading and simulating is read again, so often. */
const mostTries = 6
/** What fits into a packet. */
const mostBytes = 1232
const slippageBps = 100
/** A blockhash goes into the message; the node puts its own in its place. */
const noBlockhash = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/**
 * Quotes one trade, builds its whole message, has it simulated, and compares what moved with the quote. Where the pool moved
 * between reading and simulating, the quote of what is read afterwards may be the one that agrees; what agrees with neither
 * counts as a difference only when the accounts were the same before and after the simulation.
 * @throws TernError `rpc/*`.
 */
export async function rehearseTrade(node: Node, trade: TradeToRehearse): Promise<Outcome> {
  const order = await placeOrder(trade)
  const own = [order.wallet, order.tokenAccount]
  for (let tries = 1; tries <= mostTries; tries++) {
    const prepared = await prepare(node, order)
    if ('verdict' in prepared) return prepared
    const { before, message, quote } = prepared
    const quoted = movementOf(quote)
    const size = transactionSize(message)
    if (size > mostBytes) return { verdict: 'differs', size, quoted, why: `${size} bytes: at most ${mostBytes} fit` }
    const simulation = await node.simulate(message, own, before.slot)
    const measured = { size, units: simulation.unitsConsumed }
    const simulated = simulation.error === null ? movement(order, prepared, simulation) : undefined
    if (isEqual(simulated, quoted)) return { verdict: 'equal', ...measured, quoted, simulated: quoted }
    const after = await trade.pool.snapshot(order.asked, simulation.slot)
    const later = requote(prepared, after, own)
    if (later !== undefined && isEqual(simulated, later))
      return { verdict: 'equal', ...measured, quoted: later, simulated: later }
    if (!isSame(before.accounts, after.accounts)) continue
    const seen = simulated === undefined ? { why: failureText(simulation) } : { simulated }
    return { verdict: 'differs', ...measured, quoted, ...seen }
  }
  return { verdict: 'not checked', why: `the pool moved each time, ${mostTries} times` }
}

/** A trade with the addresses that stay the same however often it is tried. */
interface Order extends TradeToRehearse {
  readonly tokenIn: Address
  readonly tokenAccount: Address
  readonly parties: SwapParties
  /** The seed of the temporary account; unset where the pool is paid in lamports. */
  readonly seed: string | undefined
  /** What is read beside the pool's own accounts: the wallet's, and those that the trade may open. */
  readonly asked: readonly Address[]
}

async function placeOrder(trade: TradeToRehearse): Promise<Order> {
  const { pool, side, wallet } = trade
  const tokenAccount = await pool.tokenAccountOf(wallet)
  const tokenIn = side === 'buy' ? wrappedNativeMint : pool.live.mint
  const own = [wallet, tokenAccount]
  const { pool: opened } = await pool.snapshot(own)
  const seed = opened.nativeSettlement === 'wrapped' ? randomSeed() : undefined
  const native = seed === undefined ? wallet : (await temporaryAccount(wallet, 0n, seed)).address
  const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, tokenAccount] : [tokenAccount, native]
  const parties = { owner: wallet, payer: wallet, tokenAccountIn, tokenAccountOut }
  const possible = await opened.opens(tokenIn, parties, new Map())
  return { ...trade, tokenIn, tokenAccount, parties, seed, asked: [...own, ...possible.map(({ address }) => address)] }
}

interface Prepared {
  readonly before: Snapshot
  readonly quote: Quote
  readonly message: Message
  /** What the wallet pays beside the swap, in lamports: the signature, rents. */
  readonly costs: bigint
}

/** Reads, quotes and builds, or says why this trade cannot be made here. */
async function prepare(node: Node, order: Order): Promise<Prepared | Outcome> {
  const { pool, side, tokenIn, tokenAccount, parties, asked } = order
  const before = await pool.snapshot(asked)
  let quote: Quote
  try {
    quote = quoteFor(before, order, unitsIn(before.accounts.get(tokenAccount)))
  } catch (error) {
    if (isTernError(error)) return { verdict: 'not checked', why: error.message }
    throw error
  }
  let message: Message
  try {
    message = await build(before, order, quote)
  } catch (error) {
    if (!isTernError(error, 'transaction/tooLarge')) throw error
    return { verdict: 'differs', quoted: movementOf(quote), why: error.message }
  }
  const opensTokenAccount = side === 'buy' && !before.accounts.get(tokenAccount)
  const rent = opensTokenAccount ? await node.readRent(pool.tokenAccountBytes) : 0n
  const byVenue = await before.pool.opens(tokenIn, parties, before.accounts)
  const costs = signatureFee + rent + byVenue.reduce((sum, { lamports }) => sum + lamports, 0n)
  return { before, quote, message, costs }
}

/** An exact-out trade asks for what the exact-in one gives; a sale sells no more than is held. */
function quoteFor(
  { pool, clock }: Snapshot,
  { side, mode, lamports, pool: { live } }: TradeToRehearse,
  held: bigint,
): Quote {
  const bought = (exactIn: bigint) => pool.quote({ tokenIn: wrappedNativeMint, exactIn }, clock)
  const sold = (exactIn: bigint) => pool.quote({ tokenIn: live.mint, exactIn }, clock)
  const exactIn = side === 'buy' ? bought(lamports) : sold(smaller(held, worth(pool, clock, live.mint, lamports, held)))
  if (mode === 'exactIn') return exactIn
  const request: SwapRequest = { tokenIn: exactIn.tokenIn, exactOut: exactIn.amountOut }
  return pool.quote(request, clock)
}

/** About how much of the token `lamports` are worth; a tenth of what is held where nothing can be bought. */
function worth(pool: Pool, clock: Snapshot['clock'], mint: Address, lamports: bigint, held: bigint): bigint {
  try {
    const { amountOut } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: lamports }, clock)
    pool.quote({ tokenIn: mint, exactIn: amountOut }, clock)
    return amountOut
  } catch (error) {
    if (isTernError(error)) return held / 10n
    throw error
  }
}

/** The whole message, as the client builds a trade. @throws TernError `transaction/tooLarge`. */
async function build({ pool }: Snapshot, order: Order, quote: Quote): Promise<Message> {
  const { side, mode, wallet, tokenAccount, parties, seed } = order
  const { live, tokenProgram } = order.pool
  const limit = mode === 'exactIn' ? minimumOut(quote.amountOut, slippageBps) : maximumIn(quote.amountIn, slippageBps)
  const mostIn = 'exactIn' in quote.request ? quote.request.exactIn : limit
  const temporary =
    seed === undefined ? {} : { temporary: await temporaryAccount(wallet, side === 'buy' ? mostIn : 0n, seed) }
  const destination = { address: tokenAccount, owner: wallet, mint: live.mint, tokenProgram }
  const parts = { owner: wallet, ...temporary, ...(side === 'buy' ? { destination } : {}) }
  const instructions = tradeInstructions({
    ...parts,
    budget: { unitLimit: tradeUnitLimit(parts, quote.computeUnits), priorityFeeLamports: 0n },
    swap: await pool.swap(quote, limit, parties),
  })
  return compileMessage({ feePayer: wallet, lifetime: noBlockhash, instructions })
}

/** What the simulation moved: the wallet's lamports, what it pays beside the swap left out, and its token account's units. */
function movement(
  { side, wallet, tokenAccount }: Order,
  { before, costs }: Prepared,
  { accounts }: Simulation,
): Movement {
  const units = unitsIn(accounts.get(tokenAccount)) - unitsIn(before.accounts.get(tokenAccount))
  const lamports = (accounts.get(wallet)?.lamports ?? 0n) - (before.accounts.get(wallet)?.lamports ?? 0n) + costs
  return side === 'buy' ? { amountIn: -lamports, amountOut: units } : { amountIn: -units, amountOut: lamports }
}

const movementOf = ({ amountIn, amountOut }: Quote): Movement => ({ amountIn, amountOut })

function unitsIn(account: AccountSnapshot | null | undefined): bigint {
  return account ? tokenAccountLayout.view(account.data, 'atLeast').amount : 0n
}

/** The same trade as the pool was afterwards; `undefined` when the wallet moved too, or nothing can be quoted. */
function requote({ before, quote }: Prepared, after: Snapshot, own: readonly Address[]): Movement | undefined {
  if (!isSame(new Map(own.map(address => [address, before.accounts.get(address) ?? null])), after.accounts))
    return undefined
  try {
    return movementOf(after.pool.quote(quote.request, after.clock))
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const isEqual = (a: Movement | undefined, b: Movement) => a?.amountIn === b.amountIn && a.amountOut === b.amountOut
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/** Whether nothing changed but the time. */
function isSame(before: AccountSet, after: AccountSet): boolean {
  return [...before].every(([address, account]) => {
    const now = after.get(address) ?? null
    if (account === null || now === null) return account === now
    if (account.owner === sysvarOwner) return true
    return account.lamports === now.lamports && Buffer.compare(account.data, now.data) === 0
  })
}

const sysvarOwner = 'Sysvar1111111111111111111111111111111111111'

import { compileMessage, computeBudgetInstructions, transactionSize } from '@tern/chain'
import { randomSeed, signatureFee, temporaryAccount, tradeInstructions, tradeUnitLimit } from '@tern/chain/internal'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  isTernError,
  type Message,
  maximumIn,
  minimumOut,
  systemProgram,
  wrappedNativeMint,
} from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Pool, Quote, SwapParties, SwapRequest } from '@tern/venues'
import { failureText } from './failureText.ts'
import type { Node, Simulation } from './node.ts'
import type { RehearsedPool, Snapshot } from './rehearsedPool.ts'

export type Side = 'buy' | 'sell'
export type Mode = 'exactIn' | 'exactOut'

/** The amounts that left and arrived, in raw units of the token and in lamports. */
export interface Movement {
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** The result of a rehearsed trade. */
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
  /** The size of a buy in lamports. A sale is worth about as much. */
  readonly lamports: bigint
}

/** Max attempts if the pool moves between reading and simulating. */
export const maxTries = 6
/** The max bytes of a transaction in a packet. */
const maxBytes = 1232
const slippageBps = 100
/** The lifetime of a message for a simulation, in which the node sets a blockhash of its own. */
export const noBlockhash = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/**
 * Quotes a trade, builds its whole message, has it simulated, and compares the moved amounts with the quote.
 * If the pool moved between reading and simulating, the quote from a later read may agree instead.
 * If neither agrees, it counts as a difference only if the accounts were the same before and after the simulation.
 *
 * @throws TernError `rpc/*`.
 */
export async function rehearseTrade(node: Node, trade: TradeToRehearse): Promise<Outcome> {
  const order = await placeOrder(trade)
  const own = [order.wallet, order.tokenAccount]
  for (let tries = 1; tries <= maxTries; tries++) {
    const prepared = await prepare(node, order)
    if ('verdict' in prepared) return prepared
    const { before, message, quote } = prepared
    const quoted = movementOf(quote)
    const size = transactionSize(message)
    if (size > maxBytes) return { verdict: 'differs', size, quoted, why: `${size} bytes: at most ${maxBytes} fit` }
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
  return { verdict: 'not checked', why: `the pool moved each time, ${maxTries} times` }
}

/** A trade with the addresses that stay the same across attempts. */
interface Order extends TradeToRehearse {
  readonly tokenIn: Address
  readonly tokenAccount: Address
  readonly parties: SwapParties
  /** The seed of the temporary account. Unset if the pool is paid in lamports. */
  readonly seed: string | undefined
  /** Addresses to read in addition to the pool's accounts: the wallet's, and accounts that the trade may open. */
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
  /** The wallet's costs other than the swap, in lamports: signature and rents. */
  readonly costs: bigint
}

/** Reads, quotes and builds, or returns the reason that this trade cannot be made here. */
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

/** An exact-out trade asks for the output of the exact-in trade. A sale sells no more than the wallet holds. */
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

/** The approximate worth of `lamports` in tokens. If no quote is possible, a tenth of the held tokens. */
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

/**
 * Builds the whole message, like the client.
 * @throws TernError `transaction/tooLarge`.
 */
async function build({ pool }: Snapshot, order: Order, quote: Quote): Promise<Message> {
  const { side, mode, wallet, tokenAccount, parties, seed } = order
  const { live, tokenProgram } = order.pool
  const limit = mode === 'exactIn' ? minimumOut(quote.amountOut, slippageBps) : maximumIn(quote.amountIn, slippageBps)
  const maxIn = 'exactIn' in quote.request ? quote.request.exactIn : limit
  const temporary =
    seed === undefined ? {} : { temporary: await temporaryAccount(wallet, side === 'buy' ? maxIn : 0n, seed) }
  const destination = { address: tokenAccount, owner: wallet, mint: live.mint, tokenProgram }
  const parts = { owner: wallet, ...temporary, ...(side === 'buy' ? { destination } : {}) }
  const budget = { unitLimit: tradeUnitLimit(parts, quote.computeUnits), priorityFeeLamports: 0n }
  const swap = await pool.swap(quote, limit, parties)
  const instructions = [...computeBudgetInstructions(budget), ...tradeInstructions({ ...parts, swap })]
  return compileMessage({ feePayer: wallet, lifetime: noBlockhash, instructions })
}

/** The simulation's changes: the wallet's lamports without its other costs, and its token account's units. */
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

export function unitsIn(account: AccountSnapshot | null | undefined): bigint {
  return account ? tokenAccountLayout.view(account.data, 'atLeast').amount : 0n
}

/** Quotes the same trade on the pool afterwards; `undefined` if the wallet changed too, or there is no quote. */
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

/** Reports if only the time has changed. */
export function isSame(before: AccountSet, after: AccountSet): boolean {
  return [...before].every(([address, account]) => {
    const now = after.get(address) ?? null
    if (account === null || now === null) return account === now
    if (account.owner === sysvarOwner) return true
    return account.lamports === now.lamports && Buffer.compare(account.data, now.data) === 0
  })
}

const sysvarOwner = 'Sysvar1111111111111111111111111111111111111'

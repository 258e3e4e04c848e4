import {
  compileMessage,
  defaultComputeUnitLimit,
  randomSeed,
  signatureFee,
  temporaryAccount,
  tradeInstructions,
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
import type { Pool, Quote, SwapRequest } from '@tern/venues'
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
  for (let tries = 1; tries <= mostTries; tries++) {
    const prepared = await prepare(node, trade)
    if ('verdict' in prepared) return prepared
    const { before, asked, message, quoted } = prepared
    const size = transactionSize(message)
    if (size > mostBytes) return { verdict: 'differs', size, quoted, why: `${size} bytes: at most ${mostBytes} fit` }
    const simulation = await node.simulate(message, [trade.wallet, prepared.tokenAccount], before.slot)
    const measured = { size, units: simulation.unitsConsumed, quoted }
    const moved = movement(trade, prepared, simulation)
    if (simulation.error === null && isEqual(moved, quoted)) return { verdict: 'equal', ...measured, simulated: moved }
    const after = await trade.pool.snapshot(asked, simulation.slot)
    const later =
      simulation.error === null ? requote(prepared, after, [trade.wallet, prepared.tokenAccount]) : undefined
    if (later !== undefined && isEqual(moved, later))
      return { verdict: 'equal', ...measured, quoted: later, simulated: moved }
    if (!isSame(before.accounts, after.accounts)) continue
    return simulation.error === null
      ? { verdict: 'differs', ...measured, simulated: moved }
      : { verdict: 'differs', ...measured, why: failureText(simulation) }
  }
  return { verdict: 'not checked', why: `the pool moved each time, ${mostTries} times` }
}

interface Prepared {
  readonly before: Snapshot
  /** What is compared before and after, beside the pool's own accounts. */
  readonly asked: readonly Address[]
  readonly tokenAccount: Address
  readonly message: Message
  readonly request: SwapRequest
  readonly quoted: Movement
  /** What the wallet pays beside the swap, in lamports: the signature, rents. */
  readonly costs: bigint
}

/** Reads, quotes and builds, or says why this trade cannot be made here. */
async function prepare(node: Node, trade: TradeToRehearse): Promise<Prepared | Outcome> {
  const { pool, side, wallet } = trade
  const tokenAccount = await pool.tokenAccountOf(wallet)
  const tokenIn = side === 'buy' ? wrappedNativeMint : pool.live.mint
  const temporary = await temporaryAccount(wallet, 0n, randomSeed())
  const partiesOf = (native: Address) => ({
    owner: wallet,
    payer: wallet,
    ...(side === 'buy'
      ? { tokenAccountIn: native, tokenAccountOut: tokenAccount }
      : { tokenAccountIn: tokenAccount, tokenAccountOut: native }),
  })
  let asked: readonly Address[] = [wallet, tokenAccount]
  let before = await pool.snapshot(asked)
  const possible = await before.pool.opens(tokenIn, partiesOf(temporary.address), new Map())
  if (possible.length > 0) {
    asked = [...asked, ...possible.map(({ address }) => address)]
    before = await pool.snapshot(asked)
  }
  let quote: Quote
  try {
    quote = quoteFor(before, trade, unitsIn(before.accounts.get(tokenAccount)))
  } catch (error) {
    if (isTernError(error)) return { verdict: 'not checked', why: error.message }
    throw error
  }
  const { message, opened } = await build(before, trade, quote, tokenAccount, partiesOf)
  const rent = opened === 'token account' ? await node.readRent(pool.tokenAccountBytes) : 0n
  const byVenue = await before.pool.opens(tokenIn, partiesOf(temporary.address), before.accounts)
  const costs = signatureFee + rent + byVenue.reduce((sum, { lamports }) => sum + lamports, 0n)
  const quoted = { amountIn: quote.amountIn, amountOut: quote.amountOut }
  return { before, asked, tokenAccount, message, request: quote.request, quoted, costs }
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

/** The whole message, as the client builds a trade. */
async function build(
  { pool, accounts }: Snapshot,
  { side, mode, wallet, pool: { live, tokenProgram } }: TradeToRehearse,
  quote: Quote,
  tokenAccount: Address,
  partiesOf: (native: Address) => Parameters<Pool['swap']>[2],
): Promise<{ readonly message: Message; readonly opened: 'token account' | undefined }> {
  const limit = mode === 'exactIn' ? minimumOut(quote.amountOut, slippageBps) : maximumIn(quote.amountIn, slippageBps)
  const mostIn = 'exactIn' in quote.request ? quote.request.exactIn : limit
  const temporary =
    pool.nativeSettlement === 'wrapped'
      ? await temporaryAccount(wallet, side === 'buy' ? mostIn : 0n, randomSeed())
      : undefined
  const instructions = tradeInstructions({
    owner: wallet,
    budget: { unitLimit: defaultComputeUnitLimit, priorityFeeLamports: 0n },
    swap: await pool.swap(quote, limit, partiesOf(temporary?.address ?? wallet)),
    ...(temporary === undefined ? {} : { temporary }),
    ...(side === 'buy' ? { destination: { address: tokenAccount, owner: wallet, mint: live.mint, tokenProgram } } : {}),
  })
  const message = compileMessage({ feePayer: wallet, lifetime: noBlockhash, instructions })
  return { message, opened: side === 'buy' && !accounts.get(tokenAccount) ? 'token account' : undefined }
}

/** What the simulation moved: the wallet's lamports, what it pays beside the swap left out, and its token account's units. */
function movement(
  { side, wallet }: TradeToRehearse,
  { before, tokenAccount, costs }: Prepared,
  { accounts }: Simulation,
): Movement {
  const units = unitsIn(accounts.get(tokenAccount)) - unitsIn(before.accounts.get(tokenAccount))
  const lamports = (accounts.get(wallet)?.lamports ?? 0n) - (before.accounts.get(wallet)?.lamports ?? 0n) + costs
  return side === 'buy' ? { amountIn: -lamports, amountOut: units } : { amountIn: -units, amountOut: lamports }
}

function unitsIn(account: AccountSnapshot | null | undefined): bigint {
  return account ? tokenAccountLayout.view(account.data, 'atLeast').amount : 0n
}

/** The same trade as the pool was afterwards; `undefined` when the wallet moved too, or nothing can be quoted. */
function requote({ before, request }: Prepared, after: Snapshot, own: readonly Address[]): Movement | undefined {
  if (!isSame(new Map(own.map(address => [address, before.accounts.get(address) ?? null])), after.accounts))
    return undefined
  try {
    const { amountIn, amountOut } = after.pool.quote(request, after.clock)
    return { amountIn, amountOut }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const isEqual = (a: Movement, b: Movement) => a.amountIn === b.amountIn && a.amountOut === b.amountOut
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

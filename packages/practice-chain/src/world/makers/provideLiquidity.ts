import { wrappedNativeMint } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import type { Random } from '../random.ts'
import { mostlySmall } from './habit.ts'

/** A provider's part in a pool against SOL. Raw units. */
export interface Provision {
  readonly pool: LiquidityPool
  /** Tokens of the side that is not SOL, in the provider's wallet. */
  readonly tokens: bigint
  readonly lpTokens: bigint
}

/** The actions of a provider in a pool against SOL. Each resolves to `true` if its transaction succeeded. */
export interface ProviderActions {
  /** Reads the current state. */
  read(): Promise<Provision>
  buy(lamports: bigint): Promise<boolean>
  /** Deposits at most `tokens`, with the SOL that the pool's ratio needs. */
  deposit(tokens: bigint): Promise<boolean>
  withdraw(lpTokens: bigint): Promise<boolean>
}

/** A change of liquidity. `lamports`: the SOL side of a deposit. `quarters`: 1 to 4 quarters of the LP tokens. */
export type WantedChange =
  | { readonly kind: 'deposit'; readonly lamports: number }
  | { readonly kind: 'withdraw'; readonly quarters: 1 | 2 | 3 | 4 }

/** A provider withdraws as often as it deposits if its liquidity is this part of the others'. */
const wantedPart = 0.08
/** The part of the held tokens that a deposit uses at most. The rest is for a price that moves meanwhile. */
const usedPercent = 99n

/**
 * Decides the change that a provider wants. Doubles, because this is a game and not a quote.
 *
 * @param depth the pool's SOL, in lamports.
 * @param provided the provider's part of it.
 */
export function decideChange(depth: number, provided: number, random: Random): WantedChange {
  const isFull = random() * (provided + wantedPart * (depth - provided)) < provided
  if (!isFull) return { kind: 'deposit', lamports: depth * mostlySmall(0.002, 0.04, random) }
  return { kind: 'withdraw', quarters: (1 + Math.floor(4 * random())) as 1 | 2 | 3 | 4 }
}

/**
 * Carries out a provider's next change in a pool. Before a deposit, it buys the tokens that it lacks.
 *
 * @returns `true` if the pool's liquidity changed.
 */
export async function provideLiquidity(actions: ProviderActions, random: Random): Promise<boolean> {
  const { pool, tokens, lpTokens } = await actions.read()
  if (pool.lpSupply === 0n) return false
  const solSide = pool.tokens[0].mint === wrappedNativeMint ? 0 : 1
  const [lamports, inPool] = [pool.reserves[solSide], pool.reserves[1 - solSide] ?? 0n]
  const change = decideChange(Number(lamports), Number((lpTokens * lamports) / pool.lpSupply), random)
  if (change.kind === 'withdraw') return actions.withdraw((lpTokens * BigInt(change.quarters)) / 4n)
  const wanted = (BigInt(Math.round(change.lamports)) * inPool) / lamports
  if (wanted > tokens && !(await actions.buy(((wanted - tokens) * lamports) / inPool))) return false
  const held = wanted > tokens ? (await actions.read()).tokens : tokens
  const used = (held * usedPercent) / 100n
  return actions.deposit(wanted < used ? wanted : used)
}

import { type Address, type Ratio, wrappedNativeMint } from '@tern/core'
import {
  type Completion,
  type Launch,
  type Migration,
  type Protocol,
  type ReadAccounts,
  readEvents,
  tradingPrograms,
} from '@tern/venues/read'
import type { Trade } from './candle.ts'
import type { Transaction } from './transaction.ts'

/** A trade with the token that it is of. */
export interface FoundTrade {
  readonly protocol: Protocol
  readonly mint: Address
  readonly trade: Omit<Trade, 'price'> & { readonly pool: Address }
  /** `undefined`: nobody gave `readAccounts`, or the pool is gone. */
  readonly price: Ratio | undefined
}

/** What a transaction tells of pools. */
export interface Events {
  readonly trades: readonly FoundTrade[]
  readonly launches: readonly Launch[]
  /** Bonding curves that came to their end, or moved to a pool. */
  readonly graduations: readonly (Completion | Migration)[]
}

/**
 * Reads the events of pools against SOL in a transaction, and leaves out trades with nothing on one side.
 *
 * @param readAccounts reads facts that an event leaves out, as `readEvents` takes it; without it some trades have no price.
 * @throws the error of `readAccounts`.
 */
export async function decodeEvents(transaction: Transaction, readAccounts?: ReadAccounts): Promise<Events> {
  const read = tradingPrograms.map(program => readEvents(program, transaction, readAccounts))
  const told = (await Promise.all(read)).flat()
  const { signature, slot, timestampSeconds, owner, isFinal } = transaction
  const trades: FoundTrade[] = []
  const swaps = new Map<Address, number>()
  for (const event of told) {
    if (event.kind !== 'trade') continue
    const { protocol, pool, mintIn, mintOut, amountIn, amountOut, trader, priceAfter } = event
    const isBuy = mintIn === wrappedNativeMint
    const [lamports, tokens] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn]
    const position = swaps.get(pool) ?? 0
    swaps.set(pool, position + 1)
    const name = { signature, tradedIn: pool, position }
    const common = { ...name, pool, slot, timestampSeconds, owner: trader ?? owner, isFinal }
    if ((!isBuy && mintOut !== wrappedNativeMint) || lamports <= 0n || tokens <= 0n) continue
    const side = isBuy ? ('buy' as const) : ('sell' as const)
    const trade = { ...common, side, lamports, tokens }
    trades.push({ protocol, mint: isBuy ? mintOut : mintIn, trade, price: priceAfter && inLamports(priceAfter, side) })
  }
  return {
    trades,
    // Some programs do not say when: take the time of the transaction.
    launches: told
      .filter(event => event.kind === 'launch')
      .map(launch => ({ ...launch, timestampSeconds: launch.timestampSeconds ?? BigInt(timestampSeconds) })),
    graduations: told.filter(event => event.kind === 'completion' || event.kind === 'migration'),
  }
}

/** Turns raw units out per raw unit in into lamports per raw token unit; `undefined` if that is no price. */
function inLamports({ numerator, denominator }: Ratio, side: Trade['side']): Ratio | undefined {
  if (numerator <= 0n || denominator <= 0n) return undefined
  return side === 'buy' ? { numerator: denominator, denominator: numerator } : { numerator, denominator }
}

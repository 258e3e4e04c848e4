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
import { type FoundChange, liquidityChanges } from './pools/poolChanges.ts'
import type { Transaction } from './transaction.ts'

/** A trade with its token. */
export interface FoundTrade {
  readonly protocol: Protocol
  readonly mint: Address
  readonly trade: Omit<Trade, 'price'> & { readonly pool: Address }
  /** `undefined`: neither the transaction nor the pool's accounts show it. Such a trade is not stored. */
  readonly price: Ratio | undefined
}

/** The events of pools in a transaction. */
export interface Events {
  readonly trades: readonly FoundTrade[]
  readonly launches: readonly Launch[]
  /** Bonding curves that completed, or moved to a pool. */
  readonly graduations: readonly (Completion | Migration)[]
  /** Changes of all pools and bonding curves, not only against SOL: swaps, deposits, withdrawals and creations. */
  readonly changes: readonly FoundChange[]
}

/**
 * Reads the events of pools in a transaction. `trades` are those against SOL. Leaves out trades with a zero amount.
 *
 * @param readAccounts reads facts that an event does not contain, see `readEvents`. Without it, some trades have no
 *   price.
 * @throws the error of `readAccounts`.
 */
export async function decodeEvents(transaction: Transaction, readAccounts?: ReadAccounts): Promise<Events> {
  const read = tradingPrograms.map(program => readEvents(program, transaction, readAccounts))
  const events = (await Promise.all(read)).flat()
  const { signature, slot, timestampSeconds, owner, isFinal } = transaction
  const trades: FoundTrade[] = []
  const changes: FoundChange[] = [...liquidityChanges(transaction)]
  const swaps = new Map<Address, number>()
  for (const event of events) {
    if (event.kind !== 'trade') continue
    const { protocol, pool, mintIn, mintOut, amountIn, amountOut, trader, priceAfter } = event
    const isBuy = mintIn === wrappedNativeMint
    const [lamports, tokens] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn]
    const position = swaps.get(pool) ?? 0
    swaps.set(pool, position + 1)
    const name = { signature, tradedIn: pool, position }
    const common = { ...name, pool, slot, timestampSeconds, owner: trader ?? owner, isFinal }
    if (lamports <= 0n || tokens <= 0n) continue
    const swap = { mintIn, mintOut, amountIn, amountOut, priceAfter }
    changes.push({ signature, pool, position, protocol, kind: 'swap', slot, timestampSeconds, isFinal, swap })
    if (!isBuy && mintOut !== wrappedNativeMint) continue
    const side = isBuy ? ('buy' as const) : ('sell' as const)
    const trade = { ...common, side, lamports, tokens }
    trades.push({ protocol, mint: isBuy ? mintOut : mintIn, trade, price: priceAfter && inLamports(priceAfter, side) })
  }
  return {
    trades,
    // Some programs do not log the time: use the transaction's time.
    launches: events
      .filter(event => event.kind === 'launch')
      .map(launch => ({ ...launch, timestampSeconds: launch.timestampSeconds ?? BigInt(timestampSeconds) })),
    graduations: events.filter(event => event.kind === 'completion' || event.kind === 'migration'),
    changes,
  }
}

/**
 * Converts raw output units per raw input unit to lamports per raw token unit. `undefined` if the ratio is not
 * positive.
 */
function inLamports({ numerator, denominator }: Ratio, side: Trade['side']): Ratio | undefined {
  if (numerator <= 0n || denominator <= 0n) return undefined
  return side === 'buy' ? { numerator: denominator, denominator: numerator } : { numerator, denominator }
}

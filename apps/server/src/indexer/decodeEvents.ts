import { type Address, wrappedNativeMint } from '@tern/core'
import {
  type Completion,
  type Launch,
  type Migration,
  type Protocol,
  readEvents,
  tradingPrograms,
} from '@tern/venues/read'
import type { Trade } from './candle.ts'
import type { Transaction } from './transaction.ts'

/** A trade with the token that it is of. */
export interface FoundTrade {
  readonly protocol: Protocol
  readonly mint: Address
  readonly trade: Trade & { readonly pool: Address }
}

/** What a transaction tells of pools. */
export interface Events {
  readonly trades: readonly FoundTrade[]
  readonly launches: readonly Launch[]
  /** Bonding curves that came to their end, or moved to a pool. */
  readonly graduations: readonly (Completion | Migration)[]
}

/** What a transaction tells of pools against SOL; a trade that has nothing on one side has no price, and is left out. */
export async function decodeEvents(transaction: Transaction): Promise<Events> {
  const told = (await Promise.all(tradingPrograms.map(program => readEvents(program, transaction)))).flat()
  const { signature, slot, timestampSeconds, owner } = transaction
  const trades: FoundTrade[] = []
  let position = 0
  for (const event of told) {
    if (event.kind !== 'trade') continue
    const { protocol, pool, mintIn, mintOut, amountIn, amountOut, trader, priceAfter } = event
    const isBuy = mintIn === wrappedNativeMint
    const [lamports, tokens] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn]
    const common = { signature, position: position++, pool, slot, timestampSeconds, owner: trader ?? owner }
    if ((!isBuy && mintOut !== wrappedNativeMint) || lamports <= 0n || tokens <= 0n) continue
    const isPriced = priceAfter !== undefined && priceAfter.numerator > 0n && priceAfter.denominator > 0n
    const side = isBuy ? ('buy' as const) : ('sell' as const)
    const trade = { ...common, side, lamports, tokens, ...(isPriced && { priceAfter }) }
    trades.push({ protocol, mint: isBuy ? mintOut : mintIn, trade })
  }
  return {
    trades,
    // Not every program says when; it was then.
    launches: told
      .filter(event => event.kind === 'launch')
      .map(launch => ({ ...launch, timestampSeconds: launch.timestampSeconds ?? BigInt(timestampSeconds) })),
    graduations: told.filter(event => event.kind === 'completion' || event.kind === 'migration'),
  }
}

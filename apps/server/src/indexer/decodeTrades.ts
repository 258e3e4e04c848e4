import { type Address, wrappedNativeMint } from '@tern/core'
import { readEvents, tradingPrograms } from '@tern/venues/read'
import type { Trade } from './candle.ts'

/** A transaction as far as its trades go. */
export interface TradedTransaction {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  /** `null`: not known. */
  readonly owner: string | null
  readonly logs: readonly string[]
}

/** The trades of one pool in a transaction's log; what has nothing on one side has no price, and is left out. */
export async function decodeTrades(transaction: TradedTransaction, pool: Address): Promise<readonly Trade[]> {
  const { signature, slot, timestampSeconds, owner, logs } = transaction
  const events = (await Promise.all(tradingPrograms.map(program => readEvents(program, { logs })))).flat()
  return events
    .filter(event => event.kind === 'trade')
    .flatMap((event, position) => {
      const isBuy = event.mintIn === wrappedNativeMint
      const lamports = isBuy ? event.amountIn : event.amountOut
      const tokens = isBuy ? event.amountOut : event.amountIn
      const isOfPool = event.pool === pool && (isBuy || event.mintOut === wrappedNativeMint)
      if (!isOfPool || lamports <= 0n || tokens <= 0n) return []
      const side = isBuy ? 'buy' : 'sell'
      return [{ signature, position, pool, slot, timestampSeconds, side, lamports, tokens, owner } satisfies Trade]
    })
}

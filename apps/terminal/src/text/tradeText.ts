import { wholeText } from './numberText.ts'

interface Traded {
  readonly side: 'buy' | 'sell'
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly token: { readonly symbol: string; readonly decimals: number }
}

/** A trade in one line: `Buy KITE for 0.1 SOL`, `Sell 12.5 KITE`. */
export function tradeText({ side, amountIn, token: { symbol, decimals } }: Traded): string {
  return side === 'buy'
    ? `Buy ${symbol} for ${wholeText(amountIn, 9)} SOL`
    : `Sell ${wholeText(amountIn, decimals)} ${symbol}`
}

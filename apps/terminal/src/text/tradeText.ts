import { inSol, type TokenUnit, wholeText } from './numberText.ts'

interface Traded {
  readonly side: 'buy' | 'sell'
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly token: TokenUnit & { readonly symbol: string }
}

/** Describes a trade in one line: `Buy KITE for 0.1 SOL`, `Sell 12.5 KITE`. */
export function tradeText({ side, amountIn, token }: Traded): string {
  return side === 'buy'
    ? `Buy ${token.symbol} for ${wholeText(amountIn, inSol)} SOL`
    : `Sell ${wholeText(amountIn, token)} ${token.symbol}`
}

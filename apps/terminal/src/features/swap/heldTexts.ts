import type { SwapQuote } from '@tern/client'
import { wholeText } from '../../text/numberText.ts'
import type { SwapUnit } from './unitsOf.ts'

/** Names the tokens that are certain to be held after each transaction but the last: `0.5 SOL and 3 KITE`. */
export const heldTexts = ({ heldBetween }: SwapQuote, unitOf: (mint: string) => SwapUnit): readonly string[] =>
  heldBetween.map(held =>
    held
      .map(({ token: { mint }, minAmount }) => `${wholeText(minAmount, unitOf(mint))} ${unitOf(mint).symbol}`)
      .join(' and '),
  )

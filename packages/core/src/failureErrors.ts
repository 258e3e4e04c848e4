import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'
import { failureWords } from './failureWords.ts'
import { tradeCatalogue } from './tradeErrors.ts'

export { failureWords } from './failureWords.ts'

/** What programs refuse with, as in `errors.ts`; apart, so that a page loads it only where a trade has failed, or would. */
export const failureCatalogue = {
  'program/amountTooSmall': (_: object) => 'The amount is too small for this pool',
  'program/curveComplete': (_: object) => 'All tokens of the bonding curve are sold: it goes on in its pool',
  'program/curveNotComplete': (_: object) => 'The bonding curve still has tokens to sell',
  'program/emptySupply': (_: object) => 'A new pool needs some of both tokens',
  'program/insufficientVault': (_: object) => 'Insufficient liquidity',
  'program/invalidFeeModel': (_: object) => 'The pool asks for fees in a way that its program does not know',
  'program/invalidInput': (_: object) => 'The pool refused the input',
  'program/mathOverflow': (_: object) => 'The amounts are too large for this pool',
  'program/mintNotSupported': (_: object) => 'The pool does not take tokens of this kind',
  'program/notApproved': (_: object) => 'The pool is not open for this',
  'program/nothingToCollect': (_: object) => 'There are no fees to collect',
  'program/priceMovedTooFar': (_: object) => 'The price moved beyond the ticks that the transaction names',
  'program/slippageExceeded': (_: object) => 'The price moved beyond the slippage limit',
  'program/stoppedByWallet': (_: object) => 'The wallet’s own guard stopped the trade',
  'program/transferFeeMismatch': (_: object) => "The token's transfer fee does not work out for this amount",
  'program/wrongAccount': (_: object) => 'The transaction names an account that is not the one of this pool',
  'trade/wouldFail': (f: { error: unknown }) => `The transaction would fail on chain: ${failureWords(f.error)}`,
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts, and those of who trades. */
export const TernError = knowing({ ...tradeCatalogue, ...failureCatalogue })
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>

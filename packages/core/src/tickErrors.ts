import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'

/** What pools of ticks alone say, as in `errors.ts`; apart, so that who does not quote one does not load it. */
export const tickCatalogue = {
  'quote/limitNotAbovePrice': (_: { limitX64: bigint; sqrtPriceX64: bigint }) =>
    'sqrtPriceX64 must greater than current',
  'quote/limitNotBelowPrice': (_: { limitX64: bigint; sqrtPriceX64: bigint }) =>
    'sqrtPriceX64 must smaller than current',
  'quote/limitTooHigh': (_: { limitX64: bigint; sqrtPriceX64: bigint }) =>
    'sqrtPriceX64 must smaller than MAX_SQRT_PRICE_X64',
  'quote/limitTooLow': (_: { limitX64: bigint; sqrtPriceX64: bigint }) =>
    'sqrtPriceX64 must greater than MIN_SQRT_PRICE_X64',
  'quote/notEnoughTickArrays': (_: { pool: string }) => 'No enough initialized tickArray',
  'tick/notInteger': (_: { tick: number }) => 'tick must be integer',
  'tick/outOfRange': (_: { tick: number }) => 'tick must be in MIN_TICK and MAX_TICK',
  'tick/sqrtPriceOutOfRange': (_: { sqrtPriceX64: bigint }) =>
    'Provided sqrtPrice is not within the supported sqrtPrice range.',
  'quote/zeroSpecified': (_: object) => 'amountSpecified must not be 0',
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(tickCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>

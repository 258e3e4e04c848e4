import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'

/** What pools of pump.fun and LaunchLab alone say, as in `errors.ts`; apart, so that who quotes neither does not load it. */
export const launchpadCatalogue = {
  'quote/referralTooHigh': (f: { asked: bigint; most: bigint }) =>
    `A referral gets at most ${f.most} parts per million here, not ${f.asked}`,
  'trade/feeRecipientNotFound': (_: { pool: string }) => 'Protocol fee recipient not found',
  'trade/limitBelowAmountIn': (f: { limit: bigint; amountIn: bigint }) =>
    `This takes ${f.amountIn}, more than the limit of ${f.limit}`,
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(launchpadCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>

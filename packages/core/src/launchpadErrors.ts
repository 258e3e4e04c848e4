import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'

/** What pools of launchpads alone say, as in `errors.ts`; apart, so that who trades on none, or on one that has no need of it, does not load it. */
export const launchpadCatalogue = {
  'quote/referralTooHigh': (f: { asked: bigint; most: bigint }) =>
    `A referral gets at most ${f.most} parts per million here, not ${f.asked}`,
  'token/hookSigner': (f: { mint: string; program: string; address: string }) =>
    `Every transfer of this token calls a program of its issuer, which wants to have ${f.address} sign`,
  'trade/feeRecipientNotFound': (_: { pool: string }) => 'Protocol fee recipient not found',
  'trade/limitBelowAmountIn': (f: { limit: bigint; amountIn: bigint }) =>
    `This takes ${f.amountIn}, more than the limit of ${f.limit}`,
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(launchpadCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>

import { TernError } from '@tern/core/hostErrors'

/** The error of a plan for a referral code that is none. */
export const invalidReferralCode = (code: string): TernError => new TernError('trade/invalidReferralCode', { code })

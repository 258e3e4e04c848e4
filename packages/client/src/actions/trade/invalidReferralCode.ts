import { TernError } from '@tern/core/hostErrors'

/** Makes the error of an invalid referral code. */
export const invalidReferralCode = (code: string): TernError => new TernError('trade/invalidReferralCode', { code })

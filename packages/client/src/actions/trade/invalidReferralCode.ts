import { TernError } from '@tern/core'

/** Makes the error of an invalid referral code. */
export const invalidReferralCode = (code: string): TernError => new TernError('trade/invalidReferralCode', { code })

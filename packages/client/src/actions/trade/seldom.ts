// Code that few plans need, in a single chunk.
export { assertNotHeldBack } from '../../checks/assertNotHeldBack.ts'
export { invalidReferralCode } from './invalidReferralCode.ts'
export { tooLongError } from './tooLongError.ts'

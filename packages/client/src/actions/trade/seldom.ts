// What few plans take, for one request.
export { assertNotHeldBack } from '../../checks/assertNotHeldBack.ts'
export { invalidReferralCode } from './invalidReferralCode.ts'
export { tooLongError } from './tooLongError.ts'

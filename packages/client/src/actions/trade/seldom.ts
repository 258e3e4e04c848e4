// What few plans take, for one request.
export { heldBackError } from '../../checks/heldBackError.ts'
export { tooLongError } from './tooLongError.ts'

import { TernError } from '@tern/core/hostErrors'

/** Nothing that was tried makes the trade fit. */
export const tooLongError = () => new TernError('trade/tooLong', {})

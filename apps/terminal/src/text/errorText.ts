import { errorMessage, isTernError } from '@tern/core'
import { otherErrorText } from './otherErrorText.ts'

/** Says why the server does not answer: the browser has no network, or the server is away. */
export const unreachableText = (isOnline: boolean): string =>
  isOnline ? 'The server cannot be reached' : 'You are offline'

/** Says any error to a person. Every error that is shown passes here. */
export const errorText = (error: unknown): string => (isTernError(error) ? errorMessage(error) : otherErrorText(error))

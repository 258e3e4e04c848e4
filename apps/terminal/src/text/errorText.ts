import { isTernError } from '@tern/core'

/** Says why the server does not answer: the browser has no network, or the server is away. */
export const unreachableText = (isOnline: boolean): string =>
  isOnline ? 'The server cannot be reached' : 'You are offline'

/** What a person reads of an error: Tern's own text, or that the server could not be reached. The one place that decides. */
export function errorText(error: unknown): string {
  if (isTernError(error)) return error.message
  const root = error instanceof Error && error.cause instanceof TypeError ? error.cause : error
  if (root instanceof TypeError && /fetch|network|load failed/i.test(root.message))
    return 'The server cannot be reached'
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong'
}

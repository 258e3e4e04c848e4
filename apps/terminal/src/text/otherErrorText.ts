/** Says an error that is not Tern's own to a person: the server could not be reached, or the error's own words. */
export function otherErrorText(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof TypeError ? error.cause : error
  if (root instanceof TypeError && /fetch|network|load failed/i.test(root.message))
    return 'The server cannot be reached'
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong'
}

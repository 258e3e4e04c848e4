/** Writes the code and the facts of an error that has no other text. */
export function codeAndFacts({ code, facts }: { readonly code: string; readonly facts: unknown }): string {
  try {
    const shown = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    return shown === undefined || shown === '{}' ? code : `${code} ${shown}`
  } catch {
    return code
  }
}

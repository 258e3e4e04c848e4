/** A list of texts in local storage; what is there and is none of ours counts as nothing. */
export function readTexts(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(text => typeof text === 'string') : []
  } catch {
    return []
  }
}

export const writeTexts = (key: string, texts: readonly string[]): void =>
  localStorage.setItem(key, JSON.stringify(texts))

/**
 * Reads a list of texts from local storage. A stored value that is no list counts as empty, and other items are dropped.
 */
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

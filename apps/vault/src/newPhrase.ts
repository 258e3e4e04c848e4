import type { PhraseLength } from '@tern/custody/internal'

/** Makes a random recovery phrase. The words are loaded on demand. */
export const newPhrase = async (length: PhraseLength): Promise<string> =>
  (await import('@tern/custody/internal/words')).newPhrase(length)

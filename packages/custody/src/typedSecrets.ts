import { TernError } from '@tern/core'

/** Encodes a passphrase. With NFKC, any composition of its accents gives the same bytes. */
export const encodePassphrase = (passphrase: string) => encodePhrase(passphrase.normalize('NFKC'))

export const encodePhrase = (phrase: string) => new TextEncoder().encode(phrase)

/** Decodes a phrase and zero-fills its bytes. */
export function takePhrase({ secret }: { readonly secret: Uint8Array }): string {
  const phrase = new TextDecoder().decode(secret)
  secret.fill(0)
  return phrase
}

/** Loads the check only when a user chooses a passphrase. */
export async function assertPassphrase(passphrase: string): Promise<void> {
  const { checkPassphrase } = await import('./passphrase.ts')
  const reasons = checkPassphrase(passphrase)
  if (reasons.length > 0)
    throw new TernError('wallet/passphraseRefused', { reasons: reasons.map(reason => reason.text) })
}

import type { KnownProvider } from '../data/trade/providers.ts'
import { ageText } from '../text/numberText.ts'

/** What a provider's number in the footer is, whether trades go by it, and the newest thing that went wrong with it. */
export function wayTitle(name: string, state: 'on' | 'off', lastError: KnownProvider['lastError']): string {
  const about = `From the server to ${name} and back${state === 'on' ? '' : '. Off'}`
  return lastError === null ? about : `${about}. Last error, ${ageText(lastError.agoMs / 1000)} ago: ${lastError.text}`
}

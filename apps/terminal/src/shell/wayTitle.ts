import type { KnownProvider } from '../data/trade/providers.ts'

/** What a provider's number in the footer is, whether trades go by it, and the newest thing that went wrong with it. */
export function wayTitle(name: string, state: 'on' | 'off', lastError: KnownProvider['lastError']): string {
  const from = name === 'normal' ? 'From this page through the server to its node' : `From the server to ${name}`
  const about = `${from} and back${state === 'on' ? '' : '. Turned off'}`
  if (lastError === null) return about
  const minutes = Math.floor(lastError.agoMs / 60_000)
  return `${about}. Last error, ${minutes === 0 ? 'just now' : `${minutes} min ago`}: ${lastError.text}`
}

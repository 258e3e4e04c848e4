import type { KnownProvider } from '../data/trade/providers.ts'

/** What a provider's number in the footer is, and the newest thing that went wrong with it. */
export function wayTitle(name: string, lastError: KnownProvider['lastError']): string {
  const about = `From the server to ${name} and back`
  if (lastError === null) return about
  const minutes = Math.floor(lastError.agoMs / 60_000)
  return `${about}. Last error, ${minutes === 0 ? 'just now' : `${minutes} min ago`}: ${lastError.text}`
}

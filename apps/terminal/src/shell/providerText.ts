import type { KnownProvider } from '../data/trade/providers.ts'
import { ageText } from '../text/numberText.ts'

type Provider = Pick<KnownProvider, 'name' | 'latencyMs' | 'isResting' | 'lastError'>

/** The tooltip of a provider in the footer: the meaning of its number, whether it is on, and its last error. */
export function providerTitle(name: string, state: 'on' | 'off', lastError: KnownProvider['lastError']): string {
  const about = `Round trip from the server to ${name}${state === 'on' ? '' : '. Off'}`
  return lastError === null ? about : `${about}. Last error, ${ageText(lastError.agoMs / 1000)} ago: ${lastError.text}`
}

/** Older errors show in the settings only. */
const lateMs = 5 * 60_000

/** The text of a provider in the footer, with a recent error if the provider is on. */
export function providerText({ name, latencyMs, isResting, lastError }: Provider, state: 'on' | 'off'): string {
  const text = `${name} ${isResting ? 'down' : latencyMs === null ? '–' : `${latencyMs} ms`}`
  return state === 'on' && lastError !== null && lastError.agoMs < lateMs ? `${text} · ${lastError.text}` : text
}

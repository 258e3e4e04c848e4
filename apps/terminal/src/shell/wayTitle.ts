import type { KnownProvider } from '../data/trade/providers.ts'
import { ageText } from '../text/numberText.ts'

type Way = Pick<KnownProvider, 'name' | 'latencyMs' | 'isResting' | 'lastError'>

/** What a provider's number in the footer is, whether trades go by it, and the newest thing that went wrong with it. */
export function wayTitle(name: string, state: 'on' | 'off', lastError: KnownProvider['lastError']): string {
  const about = `From the server to ${name} and back${state === 'on' ? '' : '. Off'}`
  return lastError === null ? about : `${about}. Last error, ${ageText(lastError.agoMs / 1000)} ago: ${lastError.text}`
}

/** An error older than this is told where providers are chosen. */
const lateMs = 5 * 60_000

/** A provider in the footer. One that trades go by says what went wrong with it lately. */
export function wayText({ name, latencyMs, isResting, lastError }: Way, state: 'on' | 'off'): string {
  const text = `${name} ${isResting ? 'down' : latencyMs === null ? '–' : `${latencyMs} ms`}`
  return state === 'on' && lastError !== null && lastError.agoMs < lateMs ? `${text} · ${lastError.text}` : text
}

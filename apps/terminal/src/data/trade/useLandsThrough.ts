import { type Client, nonceSubmissions, type Plan, planSubmission } from '@tern/client'
import { latency } from '../latency.ts'
import { useStore } from '../store.ts'
import { useProviders } from './providers.ts'
import { isByNonce } from './sendingFacts.ts'

/** The providers that a plan's transactions are sent to. */
export interface LandsThrough {
  /** `jito`, `normal + relayer`, or `nonce · normal + jito`. */
  readonly names: string
  /** Front-running protection. `none`: the request asks for it, but a provider does not have it. */
  readonly guard: 'on' | 'off' | 'none'
  /** Milliseconds of a round trip to the first provider. Unset: unknown. */
  readonly ms: number | null | undefined
}

/** Follows the providers that a plan's transactions are sent to, and their latency. */
export function useLandsThrough(client: Client | undefined, plan: Plan | undefined): LandsThrough | undefined {
  const { nodeMs } = useStore(latency)
  const known = useProviders()
  if (client === undefined || plan === undefined) return undefined
  const { tip, frontRunningProtection = false } = plan.messages[0] ?? {}
  const byNonce = isByNonce(plan)
  const submissions = byNonce
    ? nonceSubmissions(client, { request: { frontRunningProtection }, tip })
    : [planSubmission(client, plan)]
  const providers = submissions.flatMap(one => one.providers)
  const isRelayed = submissions.some(({ relayer }) => relayer)
  const names = [...providers.map(({ name }) => name), ...(isRelayed ? ['relayer'] : [])]
  const isGuarded = providers.every(one => one.frontRunningProtection !== undefined)
  return {
    names: (byNonce ? 'nonce · ' : '') + names.join(' + '),
    guard: !frontRunningProtection ? 'off' : isGuarded ? 'on' : 'none',
    ms: names[0] === 'normal' ? nodeMs : known?.find(({ name }) => name === names[0])?.latencyMs,
  }
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProviderRow } from '@tern/server/appRouter'
import { queryClient } from '../queryClient.ts'
import { settings, useSettings } from '../settings/settings.ts'
import type { TippedProvider } from '../settings/standardSettings.ts'
import { trpc } from '../trpc.ts'

/** A provider that sends trades, with its health as the server sees it. */
export interface KnownProvider extends Omit<ProviderRow, 'minimumTip' | 'endpoints'> {
  readonly minimumTip: bigint
  /**
   * Milliseconds of a round trip from the server to its nearest working endpoint; `null` if no endpoint has answered.
   */
  readonly latencyMs: number | null
  /** `true` if the server leaves all its endpoints alone for a while. */
  readonly isResting: boolean
  /** The newest error. */
  readonly lastError: { readonly text: string; readonly agoMs: number } | null
}

/** The server measures the providers this often. */
const everyMs = 30_000

/** Lists every provider, even if this server cannot send through it. On the practice chain, only its node. */
const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () => (await trpc.providers.query()).map(knownProvider),
  staleTime: everyMs / 2,
  refetchInterval: everyMs,
})

function knownProvider({ endpoints, minimumTip, ...row }: ProviderRow): KnownProvider {
  const working = endpoints.filter(({ circuit }) => circuit !== 'open')
  const latencies = working.flatMap(({ latencyMs }) => latencyMs ?? [])
  const [lastError = null] = endpoints
    .flatMap(({ lastError }) => lastError ?? [])
    .sort((one, other) => one.agoMs - other.agoMs)
  return {
    ...row,
    minimumTip: BigInt(minimumTip),
    latencyMs: latencies.length === 0 ? null : Math.min(...latencies),
    isResting: endpoints.length > 0 && working.length === 0,
    lastError,
  }
}

/** Returns `undefined` while the providers are not known yet. */
export const useProviders = (): readonly KnownProvider[] | undefined => useQuery(providersQuery).data

const chosenOf = (known: readonly KnownProvider[], on: readonly TippedProvider[]) =>
  known.filter(
    ({ name, standing, tipAccounts }) =>
      standing === 'ready' && tipAccounts.length > 0 && on.some(chosen => chosen === name),
  )

/**
 * Returns the providers that are turned on, ready and take tips.
 * If there is no such provider, or the server does not answer, trades go directly to the nodes.
 *
 * @returns `undefined` while they are not known yet.
 */
export function useChosenProviders(): readonly KnownProvider[] | undefined {
  const { data, isError } = useQuery(providersQuery)
  const { providers } = useSettings()
  return data === undefined ? (isError ? [] : undefined) : chosenOf(data, providers)
}

/** Like `useChosenProviders`, for a trade that is made at once. */
export async function fetchChosenProviders(): Promise<readonly KnownProvider[]> {
  return chosenOf(await fetchProviders(), settings.get().providers)
}

const readyOf = (known: readonly KnownProvider[]) =>
  known.filter(({ standing, tipAccounts }) => standing === 'ready' && tipAccounts.length > 0)

/** Returns every provider that is ready and takes tips; an empty list if the server does not answer. */
export async function fetchReadyProviders(): Promise<readonly KnownProvider[]> {
  return readyOf(await fetchProviders())
}

/** A restarting server is asked again after this time. */
const againMs = 2_000

/**
 * Like `fetchReadyProviders`, but waits until the server answers.
 * A trade that must go through its provider alone may not go directly to the nodes just because the server is away.
 */
export async function awaitReadyProviders(): Promise<readonly KnownProvider[]> {
  for (;;)
    try {
      return readyOf(await queryClient.fetchQuery(providersQuery))
    } catch {
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
}

const fetchProviders = () => queryClient.fetchQuery(providersQuery).catch(() => [])

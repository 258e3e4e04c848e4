import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProviderRow } from '@tern/server/appRouter'
import { queryClient } from '../queryClient.ts'
import { settings, useSettings } from '../settings/settings.ts'
import type { TippedProvider } from '../settings/standardSettings.ts'
import { trpc } from '../trpc.ts'

/** A way for trades into the network, and how it does, as the server sees it. */
export interface KnownProvider extends Omit<ProviderRow, 'minimumTip' | 'endpoints'> {
  readonly minimumTip: bigint
  /** From the server to the nearest of its endpoints that work, and back; `null`: none has answered. */
  readonly latencyMs: number | null
  /** Whether all its endpoints are left alone for a while. */
  readonly isResting: boolean
  /** The newest thing that went wrong. */
  readonly lastError: { readonly text: string; readonly agoMs: number } | null
}

/** As often as the server measures them. */
const everyMs = 30_000

/** Every provider that there is, whether or not this server can send through it. Of the practice chain: its node alone. */
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

/** `undefined`: not known yet. */
export const useProviders = (): readonly KnownProvider[] | undefined => useQuery(providersQuery).data

const chosenOf = (known: readonly KnownProvider[], on: readonly TippedProvider[]) =>
  known.filter(
    ({ name, standing, tipAccounts }) =>
      standing === 'ready' && tipAccounts.length > 0 && on.some(chosen => chosen === name),
  )

/**
 * The providers that take tips, can be sent through and are turned on; without any, or where the server does not tell, trades go
 * directly. `undefined`: not known yet.
 */
export function useChosenProviders(): readonly KnownProvider[] | undefined {
  const { data, isError } = useQuery(providersQuery)
  const { providers } = useSettings()
  return data === undefined ? (isError ? [] : undefined) : chosenOf(data, providers)
}

/** The same for a trade that is to be made at once. */
export async function fetchChosenProviders(): Promise<readonly KnownProvider[]> {
  return chosenOf(await fetchProviders(), settings.get().providers)
}

const readyOf = (known: readonly KnownProvider[]) =>
  known.filter(({ standing, tipAccounts }) => standing === 'ready' && tipAccounts.length > 0)

/** Every provider that can be sent through and takes tips; none where the server does not tell. */
export async function fetchReadyProviders(): Promise<readonly KnownProvider[]> {
  return readyOf(await fetchProviders())
}

/** A server that is started anew. */
const againMs = 2_000

/** The same, however long the server takes to tell: for what goes by one of them and must go by nobody else. */
export async function awaitReadyProviders(): Promise<readonly KnownProvider[]> {
  for (;;)
    try {
      return readyOf(await queryClient.fetchQuery(providersQuery))
    } catch {
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
}

const fetchProviders = () => queryClient.fetchQuery(providersQuery).catch(() => [])

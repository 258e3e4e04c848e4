import type { ProviderName } from '@tern/chain'
import { type EndpointState, type ProviderHealth, providerTable } from '@tern/chain/internal'
import type { ProviderRow } from '../data/rows.ts'
import { procedure } from './procedure.ts'

/**
 * Returns the relayer's providers, their tip accounts and the state of their endpoints.
 * On a cluster it also returns the providers that are not set up. The practice chain's transactions can land nowhere
 * else.
 */
export const providers = procedure.query(({ ctx }) => rowsOf(ctx.providers, ctx.network.kind))

function rowsOf(
  { providers, state }: Pick<ProviderHealth, 'providers' | 'state'>,
  network: 'practice' | 'cluster',
): readonly ProviderRow[] {
  const states = state()
  const names = Object.keys(providerTable) as readonly ProviderName[]
  const known = names.flatMap((name): readonly ProviderRow[] => {
    const { needsKey, frontRunningProtection, minimumTip } = providerTable[name]
    const provider = providers.find(one => one.name === name)
    const facts = { name, needsKey, frontRunningProtection, minimumTip: String(minimumTip) }
    if (provider === undefined) return [{ ...facts, standing: 'unset', ...nowhere }]
    return [
      {
        ...facts,
        standing: 'ready',
        minimumTip: String(provider.minimumTip),
        tipAccounts: provider.tipAccounts,
        frontRunningAccount: provider.frontRunningAccount ?? null,
        endpoints: states.filter(({ provider: of }) => of === name).map(endpointRow),
      },
    ]
  })
  return network === 'practice' ? known.filter(({ standing }) => standing !== 'unset') : known
}

const nowhere = { tipAccounts: [], frontRunningAccount: null, endpoints: [] } as const

function endpointRow({ endpoint, circuit, retryInMs, latencyMs, lastError }: EndpointState) {
  return { endpoint, circuit, retryInMs, latencyMs, lastError }
}

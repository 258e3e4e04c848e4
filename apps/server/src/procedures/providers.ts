import { type EndpointState, type ProviderHealth, type ProviderName, providerTable } from '@tern/chain'
import { procedure } from './procedure.ts'
import type { ProviderRow } from './rows.ts'

/**
 * What the relayer sends through, where each takes tips and how its endpoints do; on a cluster also what it could be set up to
 * send through. Nothing of the practice chain lands elsewhere.
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

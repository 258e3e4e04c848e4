import type { EndpointState, ProviderHealth } from '@tern/chain'
import { procedure } from './procedure.ts'
import type { ProviderRow } from './rows.ts'

/** What the relayer sends through: where each takes tips, and how its endpoints do. */
export const providers = procedure.query(({ ctx }) => rowsOf(ctx.providers))

function rowsOf({ providers, state }: Pick<ProviderHealth, 'providers' | 'state'>): readonly ProviderRow[] {
  const states = state()
  return providers.map(({ name, minimumTip, tipAccounts, frontRunningAccount = null }) => ({
    name,
    minimumTip: String(minimumTip),
    tipAccounts,
    frontRunningAccount,
    endpoints: states.filter(({ provider }) => provider === name).map(endpointRow),
  }))
}

function endpointRow({ endpoint, circuit, retryInMs, latencyMs, lastError }: EndpointState) {
  return { endpoint, circuit, retryInMs, latencyMs, lastError }
}

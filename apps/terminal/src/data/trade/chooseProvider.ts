import { fastestRouter } from '@tern/client'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import type { Typed } from '../../text/typed.ts'
import type { KnownProvider } from './providers.ts'

/** Lamports that a trade pays on top of the network's base fee: to the block's leader, and to the provider. */
export interface TradeFees {
  readonly priorityFeeLamports: bigint
  readonly bribeLamports: bigint
  /** The provider that gets the bribe. Unset: the trade goes directly to the nodes, and pays no bribe. */
  readonly provider?: string
}

type Taker = Pick<KnownProvider, 'name' | 'minimumTip' | 'latencyMs' | 'isResting' | 'frontRunningProtection'>

/**
 * Chooses the provider of a trade, among the working providers that are turned on.
 * With `mevProtection`, only providers with front-running protection count, if there are any.
 *
 * If the bribe reaches the minimum tip of some, takes the specification's fastest router for a browser.
 * If that is not available, takes the fastest for a server, otherwise the provider with the lowest latency.
 * If the bribe reaches no minimum tip, an automatic bribe is raised to the lowest minimum.
 * A manual bribe of zero sends the trade directly, and any other is refused as too small.
 *
 * @returns the fees with the provider, or the reason why a manual bribe is too small.
 */
export function chooseProvider(
  kind: 'auto' | 'manual',
  mevProtection: boolean,
  { fees, chosen }: { readonly fees: TradeFees; readonly chosen: readonly Taker[] },
): Typed<TradeFees> {
  const able = chosen.filter(({ isResting }) => !isResting)
  const guards = mevProtection ? able.filter(({ frontRunningProtection }) => frontRunningProtection !== 'none') : []
  const working = guards.length > 0 ? guards : able
  const reached = working.filter(({ minimumTip }) => minimumTip <= fees.bribeLamports)
  const [cheapest] = working.toSorted((one, other) => Number(one.minimumTip - other.minimumTip))
  if (cheapest === undefined) return { value: fees }
  if (reached.length > 0) return { value: { ...fees, provider: fastestOf(reached, fees.bribeLamports) } }
  const { name, minimumTip } = cheapest
  if (kind === 'auto') return { value: { ...fees, bribeLamports: minimumTip, provider: name } }
  if (fees.bribeLamports === 0n) return { value: fees }
  return { reason: `${name} needs at least ${plainDecimal(minimumTip, inSol)} SOL` }
}

function fastestOf(reached: readonly Taker[], bribeLamports: bigint): string {
  const routers = [fastestRouter(bribeLamports, 'browser'), fastestRouter(bribeLamports, 'server')]
  const [nearest] = reached.toSorted((one, other) => distance(one) - distance(other))
  const known = routers.find(router => reached.some(({ name }) => name === router))
  return known ?? nearest?.name ?? 'normal'
}

const distance = ({ latencyMs }: Taker) => latencyMs ?? Number.MAX_SAFE_INTEGER

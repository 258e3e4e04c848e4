import { fastestRouter } from '@tern/client'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import type { Typed } from '../../text/typed.ts'
import type { KnownProvider } from './providers.ts'

/** What a trade pays beyond the network's own fee, in lamports: to the leader, and to the provider. */
export interface TradeFees {
  readonly priorityFeeLamports: bigint
  readonly bribeLamports: bigint
  /** Who is tipped the bribe; absent: nobody, the trade goes directly. */
  readonly provider?: string
}

type Taker = Pick<KnownProvider, 'name' | 'minimumTip' | 'latencyMs' | 'isResting' | 'frontRunningProtection'>

/**
 * By whom a trade goes, of the providers that are turned on and work; with `mevProtection`, of those that keep others from trading around
 * it, where there are any. Of those whose least tip the bribe reaches the specification's
 * fastest router, for a page and then for a server; else the nearest. Where it reaches none, an automatic bribe is raised to the
 * lowest of their least tips; a manual one of nothing is sent directly, and any other is too small.
 */
export function chooseWay(
  kind: 'auto' | 'manual',
  mevProtection: boolean,
  fees: TradeFees,
  chosen: readonly Taker[],
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

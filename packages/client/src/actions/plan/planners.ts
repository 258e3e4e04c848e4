import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanKind, Planned } from './plan.ts'

type Planner = (client: Client, request: never) => Promise<Planned>

/** Loads each planner on demand. */
const planners: Readonly<Record<PlanKind, () => Promise<Planner>>> = {
  wrap: async () => (await import('../wallet/planWrap.ts')).planWrap,
  unwrap: async () => (await import('../wallet/planUnwrap.ts')).planUnwrap,
  deposit: async () => (await import('../liquidity/planDeposit.ts')).planDeposit,
  withdrawLiquidity: async () => (await import('../liquidity/planWithdrawLiquidity.ts')).planWithdrawLiquidity,
  createPool: async () => (await import('../liquidity/planCreatePool.ts')).planCreatePool,
}

/**
 * Loads the planner of a kind.
 *
 * @throws TernError `plan/unknownKind`, for example if the journal was written by a later version.
 */
export async function plannerOf(kind: string): Promise<(client: Client, request: unknown) => Promise<Planned>> {
  const load = Object.hasOwn(planners, kind) ? planners[kind as PlanKind] : undefined
  if (load === undefined) throw new TernError('plan/unknownKind', { kind })
  return (await load()) as (client: Client, request: unknown) => Promise<Planned>
}

import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { Plan, PlanKind, Planned } from './plan.ts'
import { messagePlannedAgain } from './plannedAgain.ts'
import type { Again } from './planTurns.ts'

/** An action of a kind: how it is planned, and how its messages are checked again. */
export interface Action<Request = unknown, Of extends Plan<Request> = Plan<Request>> extends Partial<Again<Of>> {
  /**
   * Plans it.
   *
   * @param landed positions of the action's transactions that landed before. Most actions ignore it, because the chain shows their progress.
   */
  plan(client: Client, request: Request, landed: readonly number[]): Promise<Planned<Request>>
}

/** Loads each action on demand. */
const actions: Readonly<Record<PlanKind, () => Promise<unknown>>> = {
  buy: async () => (await import('../trade/tradeActions.ts')).buyAction,
  sell: async () => (await import('../trade/tradeActions.ts')).sellAction,
  wrap: async () => ({ plan: (await import('../wallet/planWrap.ts')).planWrap }),
  unwrap: async () => ({ plan: (await import('../wallet/planUnwrap.ts')).planUnwrap }),
  deposit: async () => ({ plan: (await import('../liquidity/planDeposit.ts')).planDeposit }),
  withdrawLiquidity: async () => ({
    plan: (await import('../liquidity/planWithdrawLiquidity.ts')).planWithdrawLiquidity,
  }),
  createPool: async () => ({ plan: (await import('../liquidity/planCreatePool.ts')).planCreatePool }),
  withdraw: async () => (await import('../wallet/planWithdraw.ts')).withdrawAction,
  reclaimRent: async () => (await import('../wallet/planReclaimRent.ts')).reclaimAction,
  extendTable: async () => (await import('../lookupTable/planExtendTable.ts')).extendTableAction,
  swap: async () => (await import('../swap/planSwap.ts')).swapAction,
  openNonce: async () => (await import('../nonce/planNonce.ts')).openNonceAction,
  advanceNonce: async () => (await import('../nonce/planNonce.ts')).advanceNonceAction,
  closeNonce: async () => (await import('../nonce/planNonce.ts')).closeNonceAction,
}

/**
 * Loads the action of a kind.
 *
 * @throws TernError `plan/unknownKind`, for example if the journal was written by a later version.
 */
export async function actionOf(kind: string): Promise<Action & Again> {
  const load = Object.hasOwn(actions, kind) ? actions[kind as PlanKind] : undefined
  if (load === undefined) throw new TernError('plan/unknownKind', { kind })
  const action = (await load()) as Action
  return { again: (client, plan, position) => messagePlannedAgain(client, { action, plan, ...position }), ...action }
}

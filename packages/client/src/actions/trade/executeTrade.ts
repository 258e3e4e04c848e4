import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { executeSingle, type SingleOptions } from '../plan/executeSingle.ts'
import type { Receipt } from '../plan/follow.ts'
import { type FreshOptions, freshTrade } from './freshTrade.ts'
import type { PlannedTrade, Trade } from './trade.ts'

/** How a trade is signed and followed. */
export type ExecuteOptions = SingleOptions & FreshOptions

/** Executes a planned trade like any other plan, with the caller's settings for its signature. */
export function executeTrade(
  client: Client,
  side: Trade['side'],
  { planned, options: { lifetime, frontRunningProtection, ...options } = {} }: Asked,
): Promise<Receipt> {
  return executeSingle(client, planned, {
    ...options,
    againOf({ kind }) {
      if (kind !== side) throw new TernError('trade/wrongSide', { expected: side, actual: kind })
      return freshTrade({ lifetime, frontRunningProtection })
    },
  })
}

interface Asked {
  readonly planned: PlannedTrade
  readonly options: ExecuteOptions | undefined
}

import type { Instruction } from '@solana/kit'
import { TernError } from '@tern/core/hostErrors'
import type { Client } from '../../client.ts'
import type { TradePlan } from './trade.ts'
import { fitted } from './tradeMessage.ts'

/** Nothing that was tried makes the trade fit; whether it would if its tip did not name what keeps front-runners away. @throws TernError `rpc/*`. */
export async function tooLongError(
  client: Client,
  plan: TradePlan,
  before: readonly Instruction[],
): Promise<TernError<'trade/tooLong'>> {
  const { tip } = plan
  if (tip?.frontRunningAccount === undefined) return new TernError('trade/tooLong', { fitsUnprotected: false })
  const { frontRunningAccount: _, ...plain } = tip
  const { fits: fitsUnprotected } = await fitted(client, { ...plan, tip: plain }, before)
  return new TernError('trade/tooLong', { fitsUnprotected })
}

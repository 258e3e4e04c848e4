import { TernError } from '@tern/core/hostErrors'
import type { TradePlan } from './trade.ts'

/** Nothing that was tried makes the trade fit; whether it would if its tip did not name what keeps front-runners away. @throws TernError `rpc/*`. */
export async function tooLongError(
  plan: TradePlan,
  fits: (plan: TradePlan) => Promise<boolean>,
): Promise<TernError<'trade/tooLong'>> {
  const { tip } = plan
  if (tip?.frontRunningAccount === undefined) return new TernError('trade/tooLong', { fitsUnprotected: false })
  const { frontRunningAccount: _, ...plain } = tip
  return new TernError('trade/tooLong', { fitsUnprotected: await fits({ ...plan, tip: plain }) })
}

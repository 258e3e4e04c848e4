import { TernError } from '@tern/core'
import type { Trade } from './trade.ts'

/**
 * Makes the error of a trade that cannot be made to fit. Also checks if it would fit without the front-running account in its tip.
 *
 * @throws TernError `rpc/*`.
 */
export async function tooLongError(
  plan: Trade,
  fits: (plan: Trade) => Promise<boolean>,
): Promise<TernError<'trade/tooLong'>> {
  const { tip } = plan
  if (tip?.frontRunningAccount === undefined) return new TernError('trade/tooLong', { fitsUnprotected: false })
  const { frontRunningAccount: _, ...plain } = tip
  return new TernError('trade/tooLong', { fitsUnprotected: await fits({ ...plan, tip: plain }) })
}

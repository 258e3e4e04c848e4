import { checkFunds, type Outlay, requiredFunds } from '@tern/chain'
import { TernError } from '@tern/core/tradeErrors'

/** Why `balance` lamports do not pay for a trade; `undefined` when they do. */
export function checkTradeFunds(balance: bigint, outlay: Outlay): TernError | undefined {
  const answer = checkFunds(balance, outlay)
  return answer === 'ok' ? undefined : new TernError(answer, { balance, required: requiredFunds(outlay) })
}

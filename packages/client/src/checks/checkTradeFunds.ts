import { checkFunds, largestAmount, type Outlay, requiredFunds } from '@tern/chain/internal'
import { TernError } from '@tern/core'
import { tradeFee } from '../actions/trade/tradeFee.ts'

/**
 * Checks if `balance` lamports pay for a trade.
 *
 * @returns the error, for a buy with the largest possible amount. `undefined` if the balance suffices.
 */
export function checkTradeFunds(balance: bigint, outlay: Outlay): TernError | undefined {
  const answer = checkFunds(balance, outlay)
  if (answer === 'ok') return undefined
  const facts = { balance, required: requiredFunds(outlay) }
  if (answer !== 'trade/notEnoughToBuy') return new TernError(answer, facts)
  return new TernError(answer, { ...facts, largest: largestAmount(balance, amount => smaller(outlay, amount)) })
}

/** Returns the same buy for less. Tern's fee follows the amount, but room for a higher price pays no fee. */
function smaller(outlay: Outlay, amount: bigint): Outlay {
  const fee = tradeFee(amount)
  return { ...outlay, amount, tradeFee: fee < outlay.tradeFee ? fee : outlay.tradeFee }
}

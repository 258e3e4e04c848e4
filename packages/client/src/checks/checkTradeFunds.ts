import { checkFunds, largestAmount, type Outlay, requiredFunds } from '@tern/chain'
import { TernError } from '@tern/core/tradeErrors'
import { tradeFee } from '../actions/trade/tradeFee.ts'

/** Why `balance` lamports do not pay for a trade, and what the largest buy is that they pay for; `undefined` when they do. */
export function checkTradeFunds(balance: bigint, outlay: Outlay): TernError | undefined {
  const answer = checkFunds(balance, outlay)
  if (answer === 'ok') return undefined
  const facts = { balance, required: requiredFunds(outlay) }
  if (answer !== 'trade/notEnoughToBuy') return new TernError(answer, facts)
  return new TernError(answer, { ...facts, largest: largestAmount(balance, amount => smaller(outlay, amount)) })
}

/** The same buy for less: only Tern's fee goes with the amount, and what was only room for a higher price pays none. */
function smaller(outlay: Outlay, amount: bigint): Outlay {
  const fee = tradeFee(amount)
  if (fee >= outlay.tradeFee) return { ...outlay, amount }
  return { ...outlay, amount, tradeFee: fee, tradeFeePaid: outlay.tradeFeePaid === 0n ? 0n : fee }
}

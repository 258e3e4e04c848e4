import { isTernError, type Mint, transferFee } from '@tern/core'
import { inverseTransferFee, maxU64 } from '@tern/core/internal'
import { refuse } from './errors.ts'

/** `calculate_transfer_fee_excluded_amount` (utils/token.rs): the part of `amount` that arrives. */
export const arrivingOf = (mint: Mint, epoch: bigint, amount: bigint): bigint =>
  amount - orOverflow(() => transferFee(mint, epoch, amount))

/** `calculate_transfer_fee_included_amount` (utils/token.rs): the amount to send so that `amount` arrives. */
export function sentFor(mint: Mint, epoch: bigint, amount: bigint): bigint {
  if (amount === 0n) return 0n
  const fee = orOverflow(() => inverseTransferFee(mint, epoch, amount))
  const sent = amount + fee
  if (sent > maxU64) return refuse('MathOverflow')
  return orOverflow(() => transferFee(mint, epoch, sent)) === fee ? sent : refuse('FeeInverseIsIncorrect')
}

function orOverflow(calculate: () => bigint): bigint {
  try {
    return calculate()
  } catch (error) {
    if (isTernError(error, 'practice/programFailed') || !isTernError(error)) throw error
    return refuse('MathOverflow')
  }
}

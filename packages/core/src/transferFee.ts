import { basisPointsInOne } from './basisPoints.ts'
import { TernError } from './errors.ts'
import { assertU64 } from './integer.ts'
import type { Mint } from './mint.ts'
import type { TransferFee } from './mintExtensions.ts'
import { ceilDiv, mulDiv } from './mulDiv.ts'

/** A decoded mint, or any object with the transfer-fee part of its extensions. */
type Charging = { readonly extensions: Pick<Mint['extensions'], 'transferFeeConfig'> }

/**
 * Finds the transfer fee of `epoch`.
 *
 * @returns `undefined` if the mint takes no fee.
 * @throws TernError `transfer/invalidFee` above 100%. The program never writes such a fee.
 * @example
 * epochTransferFee(mint, 700n) // { epoch: 0n, maximumFee: 5_000n, transferFeeBasisPoints: 100 }
 * @see `TransferFeeConfig::get_epoch_fee` of Token-2022
 */
export function epochTransferFee(mint: Charging, epoch: bigint): TransferFee | undefined {
  const config = mint.extensions.transferFeeConfig
  if (config === undefined) return undefined
  const fee = epoch >= config.newerTransferFee.epoch ? config.newerTransferFee : config.olderTransferFee
  if (fee.transferFeeBasisPoints > 10_000)
    throw new TernError('transfer/invalidFee', { basisPoints: fee.transferFeeBasisPoints })
  return fee
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/**
 * Computes the fee that Token-2022 withholds from a transfer of `amount` raw units in `epoch`.
 * The fee is rounded up and capped at the mint's maximum. It is 0 for a mint without fees.
 *
 * @throws TernError `amount/outOfRange` unless `amount` is a 64-bit amount; `transfer/invalidFee` as `epochTransferFee`.
 * @example
 * transferFee(mint, 700n, 1_000n) // 10n raw units at 1%
 * @see `TransferFee::calculate_fee` in `interface/src/extension/transfer_fee/mod.rs`
 */
export function transferFee(mint: Charging, epoch: bigint, amount: bigint): bigint {
  assertU64(amount)
  const fee = epochTransferFee(mint, epoch)
  if (fee === undefined || fee.transferFeeBasisPoints === 0 || amount === 0n) return 0n
  const raw = mulDiv(amount, BigInt(fee.transferFeeBasisPoints), basisPointsInOne, 'ceil')
  return lesser(raw, fee.maximumFee)
}

/**
 * Finds the smallest amount to send so that `received` raw units arrive.
 * At a fee of 100%, units arrive only beyond the maximum fee, so the answer is `received` plus the maximum fee.
 *
 * @throws TernError `amount/outOfRange` if no 64-bit amount is enough, or if `received` is not a 64-bit amount;
 * `transfer/invalidFee` as `epochTransferFee`.
 * @example
 * amountBeforeTransferFee(mint, 700n, 990n) // 1_000n raw units at 1%
 * @see `TransferFee::calculate_pre_fee_amount` of Token-2022
 */
export function amountBeforeTransferFee(mint: Charging, epoch: bigint, received: bigint): bigint {
  assertU64(received)
  const fee = epochTransferFee(mint, epoch)
  if (fee === undefined || fee.transferFeeBasisPoints === 0 || received === 0n) return received
  const rest = basisPointsInOne - BigInt(fee.transferFeeBasisPoints)
  const capped = received + fee.maximumFee
  if (rest === 0n) return assertU64(capped)
  return assertU64(lesser(ceilDiv(received * basisPointsInOne, rest), capped))
}

/**
 * Computes the fee of the smallest transfer that delivers `received` raw units.
 *
 * @throws TernError as `amountBeforeTransferFee`.
 * @example
 * inverseTransferFee(mint, 700n, 990n) // 10n raw units at 1%
 * @see `TransferFee::calculate_inverse_fee` of Token-2022
 */
export function inverseTransferFee(mint: Charging, epoch: bigint, received: bigint): bigint {
  return transferFee(mint, epoch, amountBeforeTransferFee(mint, epoch, received))
}

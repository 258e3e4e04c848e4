import { basisPointsInOne } from './basisPoints.ts'
import { TernError } from './errors.ts'
import { assertU64 } from './integer.ts'
import type { Mint } from './mint.ts'
import type { TransferFee } from './mintExtensions.ts'
import { ceilDiv, mulDiv } from './mulDiv.ts'

/** Only the extensions matter: `extensions` of a decoded mint, or any value with that part. */
type Charging = { readonly extensions: Pick<Mint['extensions'], 'transferFeeConfig'> }

/**
 * The fee that counts in `epoch` (`TransferFeeConfig::get_epoch_fee`); `undefined` when the mint takes none.
 * @throws TernError `transfer/invalidFee` above 100%, which the program never writes.
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
 * What Token-2022 withholds from a transfer of `amount` raw units in `epoch`: rounded up, at most the maximum
 * (`TransferFee::calculate_fee` in `interface/src/extension/transfer_fee/mod.rs`). 0 for a mint without fees.
 *
 * @throws TernError `amount/outOfRange` unless `amount` is a 64-bit amount; `transfer/invalidFee`.
 */
export function transferFee(mint: Charging, epoch: bigint, amount: bigint): bigint {
  assertU64(amount)
  const fee = epochTransferFee(mint, epoch)
  if (fee === undefined || fee.transferFeeBasisPoints === 0 || amount === 0n) return 0n
  const raw = mulDiv(amount, BigInt(fee.transferFeeBasisPoints), basisPointsInOne, 'ceil')
  return lesser(raw, fee.maximumFee)
}

/**
 * The least amount to send so that `received` raw units arrive (`TransferFee::calculate_pre_fee_amount`). Where the fee is
 * 100% nothing can arrive below the maximum fee, and the sum of both is sent.
 *
 * @throws TernError `amount/outOfRange` when no 64-bit amount does, or `received` is none; `transfer/invalidFee`.
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
 * The fee on the least transfer of which `received` raw units arrive (`TransferFee::calculate_inverse_fee`).
 * @throws TernError as `amountBeforeTransferFee`.
 */
export function inverseTransferFee(mint: Charging, epoch: bigint, received: bigint): bigint {
  return transferFee(mint, epoch, amountBeforeTransferFee(mint, epoch, received))
}

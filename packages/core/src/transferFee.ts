import type { Mint } from './mint.ts'
import type { TransferFee } from './mintExtensions.ts'
import { ceilDiv } from './mulDiv.ts'

const oneInBasisPoints = 10_000n

type Charging = Pick<Mint, 'extensions'>

/** The fee that Token-2022 takes in `epoch`; `undefined` when the mint charges none. */
function feeOf(mint: Charging, epoch: bigint): TransferFee | undefined {
  const config = mint.extensions.transferFeeConfig
  if (config === undefined) return undefined
  return epoch >= config.newerTransferFee.epoch ? config.newerTransferFee : config.olderTransferFee
}

/** What Token-2022 withholds from a transfer of `amount` raw units in `epoch`, rounded up (`TransferFee::calculate_fee`). */
export function transferFee(mint: Charging, epoch: bigint, amount: bigint): bigint {
  const fee = feeOf(mint, epoch)
  if (fee === undefined || fee.transferFeeBasisPoints === 0 || amount === 0n) return 0n
  const raw = ceilDiv(amount * BigInt(fee.transferFeeBasisPoints), oneInBasisPoints)
  return raw < fee.maximumFee ? raw : fee.maximumFee
}

import { isTernError, TernError, transferFee } from '@tern/core'
import { assertU64, inverseTransferFee, type TradedMint } from '@tern/core/internal'

/** The facts of a mint that determine its transfer fee. */
type Charging = Pick<TradedMint, 'extensions'>

/** Returns the mint if it has Token-2022's transfer fee extension, otherwise `undefined`. */
export function chargingOf<Mint extends Charging>(mint: Mint): Mint | undefined {
  return mint.extensions.transferFeeConfig === undefined ? undefined : mint
}

/** Returns the rest of `amount` after the mint's transfer fee. */
export function received(charging: Charging | undefined, epoch: bigint, amount: bigint): bigint {
  return charging === undefined ? amount : amount - transferFee(charging, epoch, amount)
}

/** Returns the amount to send so that `amount` arrives. `undefined` if it exceeds 64 bits. */
export function sent(charging: Charging | undefined, epoch: bigint, amount: bigint): bigint | undefined {
  if (charging === undefined) return amount
  try {
    return assertU64(amount + inverseTransferFee(charging, epoch, amount))
  } catch (error) {
    if (isTernError(error, 'amount/outOfRange')) return undefined
    throw error
  }
}

/**
 * Checks the amount of a swap request.
 * @throws TernError `quote/zeroAmount`; `amount/outOfRange` if it is negative or exceeds 64 bits.
 */
export function assertTradable(amount: bigint): void {
  if (amount === 0n) throw new TernError('quote/zeroAmount', {})
  if (BigInt.asUintN(64, amount) !== amount) assertU64(amount)
}

import { type Curve, curveTypes } from '@tern/venues/raydiumLaunchlab/internal'
import { bn, raydiumSdk } from './sdk.ts'

/** Token-2022's transfer fee on the token, before epoch 900 and from it on. */
export interface SdkFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

/** The answer of the SDK's `Curve`, as bigints. */
export interface SdkQuote {
  readonly amountA: { readonly amount: bigint; readonly fee: bigint }
  readonly amountB: bigint
  readonly fees: Readonly<Record<'protocolFee' | 'platformFee' | 'creatorFee' | 'shareFee', bigint>>
}

export type SdkMethod = 'buyExactIn' | 'buyExactOut' | 'sellExactIn' | 'sellExactOut'

interface Answer {
  readonly amountA: { readonly amount: unknown; readonly fee: unknown }
  readonly amountB: unknown
  readonly splitFee: SdkQuote['fees']
}

const quotes = raydiumSdk.Curve as unknown as Readonly<Record<SdkMethod, (request: object) => Answer>>
/** The SDK's assumption of the slots per epoch. */
const slotsPerEpoch = 432_000

/** Prepares a curve for the SDK. This happens once, so that a race does not measure it. */
function sdkCurve(curve: Curve, fees?: SdkFees): (amount: bigint) => object {
  const { type, virtualBase, virtualQuote, realBase, realQuote, remaining, rates } = curve
  const epochFee = (epoch: bigint, transferFeeBasisPoints: number) => ({
    ...{ epoch, maximumFee: fees?.maximum ?? 0n, transferFeeBasisPoints },
  })
  const request = {
    poolInfo: {
      virtualA: bn(virtualBase),
      virtualB: bn(virtualQuote),
      realA: bn(realBase),
      realB: bn(realQuote),
      totalSellA: bn(realBase + remaining),
    },
    curveType: curveTypes.indexOf(type),
    protocolFeeRate: bn(rates.protocol),
    platformFeeRate: bn(rates.platform),
    creatorFeeRate: bn(rates.creator),
    shareFeeRate: bn(rates.share),
    transferFeeConfigA: fees && {
      olderTransferFee: epochFee(0n, fees.bps),
      newerTransferFee: epochFee(900n, fees.newerBps),
    },
    slot: 900 * slotsPerEpoch,
  }
  return amount => ({ ...request, amountA: bn(amount), amountB: bn(amount) })
}

/**
 * Asks the SDK's curve in the same state.
 * @throws the SDK's own errors.
 */
export function askSdk(method: SdkMethod, curve: Curve, amount: bigint, fees?: SdkFees): SdkQuote {
  const { amountA, amountB, splitFee } = quotes[method](sdkCurve(curve, fees)(amount))
  const big = (value: unknown) => BigInt(String(value ?? 0))
  return {
    amountA: { amount: big(amountA.amount), fee: big(amountA.fee) },
    amountB: big(amountB),
    fees: {
      protocolFee: big(splitFee.protocolFee),
      platformFee: big(splitFee.platformFee),
      creatorFee: big(splitFee.creatorFee),
      shareFee: big(splitFee.shareFee),
    },
  }
}

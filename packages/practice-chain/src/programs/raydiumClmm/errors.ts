import { failWith } from '../anchor.ts'

/** `ErrorCode` (error.rs), counted from Anchor's 6000. The texts are the program's. */
const errors = {
  NotApproved: [6000, 'Not approved'],
  SqrtPriceLimitOverflow: [6011, 'Square root price limit overflow'],
  LiquidityInsufficient: [6016, 'Liquidity insufficient'],
  TooLittleOutputReceived: [6018, 'Too little output received'],
  TooMuchInputPaid: [6019, 'Too much input paid'],
  ZeroAmountSpecified: [6020, 'Swap special amount can not be zero'],
  InvalidInputPoolVault: [6021, 'Input pool vault is invalid'],
  TooSmallInputOrOutputAmount: [6022, 'Swap input or output amount is too small'],
  NotEnoughTickArrayAccount: [6023, 'Not enough tick array account'],
  InvalidFirstTickArrayAccount: [6024, 'Invalid first tick array account'],
  MissingTickArrayBitmapExtensionAccount: [6035, 'Missing tickarray bitmap extension account'],
  InsufficientLiquidityForDirection: [6036, 'Insufficient liquidity for this direction'],
  CalculateOverflow: [6038, 'Calculate overflow'],
  TransferFeeCalculateNotMatch: [6039, 'TransferFee calculate not match'],
  InvalidTickArrayBitmapExtensionAccount: [6051, 'TickArrayBitmapExtension account does not belong to this pool'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

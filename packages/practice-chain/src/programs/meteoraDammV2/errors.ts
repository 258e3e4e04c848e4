import { failWith } from '../anchor.ts'

/** `PoolError` (error.rs), counted from Anchor's 6000. The texts are the program's. */
const errors = {
  MathOverflow: [6000, 'Math operation overflow'],
  InvalidFee: [6001, 'Invalid fee setup'],
  ExceededSlippage: [6002, 'Exceeded slippage tolerance'],
  PoolDisabled: [6003, 'Pool disabled'],
  ExceedMaxFeeBps: [6004, 'Exceeded max fee bps'],
  AmountIsZero: [6006, 'Amount is zero'],
  TypeCastFailed: [6007, 'Type cast error'],
  InvalidAuthorityToCreateThePool: [6009, 'Invalid authority to create the pool'],
  InvalidActivationType: [6010, 'Invalid activation type'],
  InvalidActivationPoint: [6011, 'Invalid activation point'],
  InvalidPriceRange: [6014, 'Invalid Price Range'],
  PriceRangeViolation: [6015, 'Trade is over price range'],
  InvalidCollectFeeMode: [6017, 'Invalid collect fee mode'],
  InvalidInput: [6018, 'Invalid input'],
  InvalidTokenBadge: [6020, 'Invalid token badge'],
  InvalidMinimumLiquidity: [6021, 'Invalid minimum liquidity'],
  InsufficientLiquidity: [6023, 'Insufficient liquidity'],
  UnsupportNativeMintToken2022: [6026, 'Unsupported native mint token2022'],
  FeeInverseIsIncorrect: [6038, 'Fee inverse is incorrect'],
  InvalidConfigType: [6041, 'Invalid config type'],
  InvalidBaseFeeMode: [6047, 'Invalid base fee mode'],
  InvalidFeeRateLimiter: [6048, 'Invalid fee rate limiter'],
  FailToValidateSingleSwapInstruction: [6049, 'Fail to validate single swap instruction in rate limiter'],
  InvalidFeeTimeScheduler: [6050, 'Invalid fee scheduler'],
  InvalidFeeMarketCapScheduler: [6055, 'Invalid fee market cap scheduler'],
  InvalidCompoundingFeeBps: [6067, 'Invalid compounding fee bps'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

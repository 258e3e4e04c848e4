import { failWith } from '../anchor.ts'

/** The program's errors, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  AmountOutTooLow: [6001, 'Amount out too low'],
  AmountZero: [6002, 'Amount zero'],
  FirstBuyMustBeAtMost50PercentOfTotalSupply: [6006, 'First buy must be at most 50% of the total supply'],
  InsufficientTokensOut: [6008, 'Insufficient tokens to transfer out of the bonding curve'],
  InvalidBondingCurveStatus: [6009, 'Invalid bonding curve status'],
  InvalidDampingTerm: [6010, 'Invalid damping term'],
  InvalidProtocolFeeRecipient: [6012, 'Invalid protocol fee recipient'],
  MathOverflow: [6014, 'Math overflow'],
  MintIsLargerThanOrEqualToNativeMint: [6018, 'Mint is larger than or equal to native mint'],
  Paused: [6025, 'Paused'],
  TokenAmountForRaydiumLiquidityTooHigh: [6029, 'Token amount for Raydium liquidity too high'],
  TokenGraduated: [6031, 'Token graduated'],
  TokenNameTooLong: [6032, 'Token name too long'],
  TokenNameTooShort: [6033, 'Token name too short'],
  TokenSymbolTooLong: [6034, 'Token symbol too long'],
  TokenSymbolTooShort: [6035, 'Token symbol too short'],
  Unauthorized: [6036, 'Unauthorized'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

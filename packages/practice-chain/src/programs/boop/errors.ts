import { failWith } from '../anchor.ts'

/** The program's errors, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  AmountOutTooLow: [6001, 'Amount out too low'],
  AmountZero: [6002, 'Amount zero'],
  FirstBuyMustBeAtMost50PercentOfTotalSupply: [6006, 'First buy must be at most 50% of the total supply'],
  InsufficientTokensOut: [6008, 'Insufficient tokens to transfer out of the bonding curve'],
  InvalidBondingCurveStatus: [6009, 'Invalid bonding curve status'],
  InvalidDampingTerm: [6010, 'Invalid damping term'],
  MathOverflow: [6014, 'Math overflow'],
  Paused: [6025, 'Paused'],
  TokenGraduated: [6031, 'Token graduated'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith(name, code, message)
}

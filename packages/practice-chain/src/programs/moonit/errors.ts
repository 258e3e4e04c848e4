import { failWith } from '../anchor.ts'

/** The program's errors, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  InvalidAmount: [6001, 'The amount must be available in the curve .'],
  InvalidSlippage: [6002, 'The slippage must be under 100 percent.'],
  SlippageOverflow: [6003, 'The cost amount is not in the allowed slippage interval.'],
  ThresholdReached: [6004, 'Threshold limit exceeded.'],
  InvalidTokenAccount: [6005, 'Trade disabled, market cap threshold reached.'],
  InvalidFeeAccount: [6007, 'Invalid fee account address.'],
  InvalidCurveType: [6009, 'Invalid curve type.'],
  Arithmetics: [6011, 'Artithmetics error'],
  TradeAmountTooLow: [6014, 'Trade amount too low , resulting in 0 costs'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith(name, code, message)
}

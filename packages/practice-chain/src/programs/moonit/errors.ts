import { failWith } from '../anchor.ts'

/** The program's errors, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  InvalidAmount: [6001, 'The amount must be available in the curve .'],
  InvalidSlippage: [6002, 'The slippage must be under 100 percent.'],
  SlippageOverflow: [6003, 'The cost amount is not in the allowed slippage interval.'],
  ThresholdReached: [6004, 'Threshold limit exceeded.'],
  InvalidTokenAccount: [6005, 'Trade disabled, market cap threshold reached.'],
  InvalidCurveAccount: [6006, 'Invalid curve account.'],
  InvalidFeeAccount: [6007, 'Invalid fee account address.'],
  InvalidCurveType: [6009, 'Invalid curve type.'],
  InvalidCurrency: [6010, 'Invalid currency.'],
  Arithmetics: [6011, 'Artithmetics error'],
  ThresholdNotHit: [6012, 'Market Cap threshold not hit, cannot migrate funds yet'],
  InvalidAuthority: [6013, 'Invalid Authority provided.'],
  TradeAmountTooLow: [6014, 'Trade amount too low , resulting in 0 costs'],
  TokenDecimalsOutOfRange: [6019, 'Token decimals are not within the supported range'],
  TokenNameTooLong: [6020, 'Token Name too long, max supported length is 32 bytes'],
  TokenSymbolTooLong: [6021, 'Token Symbol too long, max supported length is 10 bytes'],
  TokenURITooLong: [6022, 'Token URI too long, max supported length is 200 bytes'],
  TotalSupplyOutOfBounds: [6025, 'Token Total Supply out of bounds'],
  InvalidMigrationTarget: [6034, 'This Migration Target is not supported!'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

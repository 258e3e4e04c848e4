import { failWith } from '../anchor.ts'

/** The program's own errors, counted from Anchor's 6000; most have no text. */
const errors = {
  ZeroBaseAmount: [6001, ''],
  ZeroQuoteAmount: [6002, ''],
  TooLittlePoolTokenLiquidity: [6003, ''],
  DisabledCreatePool: [6017, ''],
  SameMint: [6022, ''],
  DivisionByZero: [6025, ''],
  OnlyCanonicalPumpPoolsCanHaveCoinCreator: [6028, ''],
  OnlyPumpPoolsMayhemMode: [6042, ''],
  OnlyPumpPoolsCashback: [6050, ''],
  PoolCannotBoost: [6065, 'BOOST: pool cannot be boosted (no virtual reserves)'],
  BoostDisabled: [6066, 'BOOST: boost is disabled'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith(name, code, message)
}

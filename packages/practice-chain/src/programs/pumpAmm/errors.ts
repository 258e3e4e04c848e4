import { failWith } from '../anchor.ts'

/** The program's own errors, counted from Anchor's 6000. Most have no text. */
const errors = {
  ZeroBaseAmount: [6001, ''],
  ZeroQuoteAmount: [6002, ''],
  TooLittlePoolTokenLiquidity: [6003, ''],
  ExceededSlippage: [6004, ''],
  InvalidProtocolFeeRecipient: [6013, ''],
  InvalidPoolBaseTokenAccount: [6014, ''],
  InvalidPoolQuoteTokenAccount: [6015, ''],
  BuyMoreBaseAmountThanPoolReserves: [6016, ''],
  DisabledCreatePool: [6017, ''],
  DisabledBuy: [6020, ''],
  DisabledSell: [6021, ''],
  SameMint: [6022, ''],
  Overflow: [6023, ''],
  DivisionByZero: [6025, ''],
  NewSizeLessThanCurrentSize: [6026, ''],
  OnlyCanonicalPumpPoolsCanHaveCoinCreator: [6028, ''],
  BuyNotEnoughQuoteTokensToCoverFees: [6039, 'buy: Not enough quote tokens to cover for fees.'],
  BuySlippageBelowMinBaseAmountOut: [6040, 'buy: slippage - would buy less tokens than expected min_base_amount_out'],
  OnlyPumpPoolsMayhemMode: [6042, ''],
  OnlyPumpPoolsCashback: [6050, ''],
  BuybackFeeRecipientNotAuthorized: [6053, 'Buyback fee recipient not authorized'],
  BuybackFeeRecipientMissing: [6058, ''],
  MissingCashbackAccounts: [6059, 'Cashback trade is missing the required remaining accounts'],
  InvalidCashbackAccumulator: [6060, 'Cashback user_volume_accumulator account is invalid'],
  InvalidCashbackAccumulatorAta: [6061, 'Cashback user_volume_accumulator ATA is missing or invalid'],
  InvalidPoolV2: [6062, 'pool_v2 remaining account is missing or invalid'],
  InsufficientRealQuoteReserves: [
    6063,
    'BOOST: sell output exceeds the real quote vault. effective = real + virtual is pricing-only; payout is capped at real_vault, so quote min(out, real_vault)',
  ],
  PoolCannotBoost: [6065, 'BOOST: pool cannot be boosted (no virtual reserves)'],
  BoostDisabled: [6066, 'BOOST: boost is disabled'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

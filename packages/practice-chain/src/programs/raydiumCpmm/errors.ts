import { failWith } from '../anchor.ts'

/** `ErrorCode` (error.rs), counted from Anchor's 6000. The texts are the program's. */
const errors = {
  NotApproved: [6000, 'Not approved'],
  EmptySupply: [6002, 'Input token account empty'],
  InvalidInput: [6003, 'InvalidInput'],
  IncorrectLpMint: [6004, 'Address of the provided lp token mint is incorrect'],
  ExceededSlippage: [6005, 'Exceeds desired slippage limit'],
  ZeroTradingTokens: [6006, 'Given pool token amount results in zero trading tokens'],
  NotSupportMint: [6007, 'Not support token_2022 mint extension'],
  InvalidVault: [6008, 'invaild vault'],
  InitLpAmountTooLess: [6009, 'Init lp amount is too less(Because 100 amount lp will be locked)'],
  TransferFeeCalculateNotMatch: [6010, 'TransferFee calculate not match'],
  MathOverflow: [6011, 'Math overflow'],
  InsufficientVault: [6012, 'Insufficient vault'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

import { failWith } from '../anchor.ts'

/** `ErrorCode`, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  NotApproved: [6000, 'Not approved'],
  InvalidInput: [6002, 'InvalidInput'],
  InputNotMatchCurveConfig: [6003, 'The input params are not match with curve type in config'],
  ExceededSlippage: [6004, 'Exceeds desired slippage limit'],
  PoolFunding: [6005, 'Pool funding'],
  PoolMigrated: [6006, 'Pool migrated'],
  MigrateTypeNotMatch: [6007, 'Migrate type not match'],
  MathOverflow: [6008, 'Math overflow'],
  NoAssetsToCollect: [6009, 'No assets to collect'],
  VestingRatioTooHigh: [6010, 'Vesting ratio too high'],
  InvalidCpSwapConfig: [6016, 'The input cp swap config account is invalid'],
  NotEnoughRemainingAccounts: [6018, 'Not enough remaining accounts'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

import { failWith } from '../anchor.ts'

/** `PoolError` (error.rs), counted from Anchor's 6000. The texts are the program's. */
const errors = {
  MathOverflow: [6000, 'Math operation overflow'],
  ExceededSlippage: [6002, 'Exceeded slippage tolerance'],
  AmountIsZero: [6005, 'Amount is zero'],
  TypeCastFailed: [6006, 'Type cast error'],
  PoolIsCompleted: [6013, 'Pool is completed'],
  PoolIsIncompleted: [6014, 'Pool is incompleted'],
  InvalidMigrationOption: [6015, 'Invalid migration option'],
  InvalidTokenType: [6017, 'Invalid token type'],
  NotPermitToDoThisAction: [6022, 'Not permit to do this action'],
  InvalidConfigAccount: [6024, 'Invalid config account'],
  InsufficientLiquidityForMigration: [6029, 'Insufficient liquidity for migration'],
  MissingPoolConfigInRemainingAccount: [6030, 'Missing pool config in remaining account'],
  InsufficientLiquidity: [6033, 'Liquidity in bonding curve is insufficient'],
  InvalidAccount: [6038, 'Invalid account for the instruction'],
  FailToValidateSingleSwapInstruction: [6043, 'Fail to validate single swap instruction in rate limiter'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

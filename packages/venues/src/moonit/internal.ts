// For Tern's own packages and tests. Names here may change in any release.
export { readInstructionEvent, tradeEventLayout } from './events.ts'
export { encodeTokenMint, type TokenMintAccounts, tokenMintLayout } from './launchInstructions.ts'
export { accountSizes, type CurveType, configLayout, curveLayout, curveTypeOf, curveTypes } from './layout.ts'
export {
  encodeMigrateFunds,
  type MigrateFundsAccounts,
  migrateFundsLayout,
  migrationEventLayout,
} from './migrateInstructions.ts'
export {
  buyForSol,
  buyTokens,
  type Curve,
  type CurveTrade,
  type Formula,
  prepareCurve,
  sellForSol,
  sellTokens,
} from './quote.ts'
export { buyLayout, sellLayout } from './tradeInstructions.ts'

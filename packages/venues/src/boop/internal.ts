// For Tern's own packages and tests. Names here may change in any release.
export {
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  bondingCurveWsolVaultAddress,
  mintAddress,
  tradingFeesVaultAddress,
  vaultAuthority,
} from './addresses.ts'
export {
  bondingCurveDeployedEventLayout,
  bondingCurveDeployedFallbackEventLayout,
  readInstructionEvent,
  tokenBoughtEventLayout,
  tokenGraduatedEventLayout,
  tokenSoldEventLayout,
} from './events.ts'
export {
  type CreateTokenAccounts,
  type CreateTokenArguments,
  createTokenFallbackLayout,
  createTokenLayout,
  type DeployBondingCurveAccounts,
  deployBondingCurveFallbackLayout,
  deployBondingCurveLayout,
  encodeCreateToken,
  encodeDeployBondingCurve,
} from './launchInstructions.ts'
export { bondingCurveLayout, configLayout } from './layout.ts'
export {
  type CreateRaydiumPoolAccounts,
  createRaydiumPoolLayout,
  encodeCreateRaydiumPool,
  encodeGraduate,
  type GraduateAccounts,
  graduateLayout,
  raydiumPoolCreatedEventLayout,
} from './migrateInstructions.ts'
export {
  buyForSol,
  type Curve,
  type CurveTrade,
  initialSupply,
  remainingSol,
  sellTokens,
  solFor,
  tokensForSol,
} from './quote.ts'
export { buyTokenLayout, sellTokenLayout } from './tradeInstructions.ts'

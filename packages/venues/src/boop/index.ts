export {
  bondingCurveAddress,
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  bondingCurveWsolVaultAddress,
  configAddress,
  mintAddress,
  program,
  tradingFeesVaultAddress,
  vaultAuthority,
} from './addresses.ts'
export { boop } from './boop.ts'
export { candidatePools } from './candidates.ts'
export { programErrors } from './errors.ts'
export {
  bondingCurveDeployedEventLayout,
  bondingCurveDeployedFallbackEventLayout,
  readEvent,
  readInstructionEvent,
  type TokenBoughtEvent,
  type TokenSoldEvent,
  tokenBoughtEventLayout,
  tokenGraduatedEventLayout,
  tokenSoldEventLayout,
} from './events.ts'
export {
  type CreateTokenAccounts,
  type CreateTokenArguments,
  createTokenLayout,
  type DeployBondingCurveAccounts,
  deployBondingCurveLayout,
  encodeCreateToken,
  encodeDeployBondingCurve,
} from './launchInstructions.ts'
export {
  type BondingCurve,
  bondingCurveLayout,
  type Config,
  configLayout,
  decodeBondingCurve,
  decodeConfig,
} from './layout.ts'
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
export {
  type BuyAccounts,
  buyTokenLayout,
  encodeBuyToken,
  encodeSellToken,
  type SellAccounts,
  sellTokenLayout,
} from './tradeInstructions.ts'

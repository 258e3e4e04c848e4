// For Tern's own packages and tests. Names here may change in any release.
export { isWritable } from './build/accountRole.ts'
export { chargedPriorityFee, defaultComputeUnitLimit, maxComputeUnits, unitLimitFor } from './build/computeBudget.ts'
export { createLookupTableInstruction, extendLookupTableInstruction } from './build/lookupTableInstructions.ts'
export type { TableOfAddresses } from './build/message.ts'
export {
  advanceNonceInstruction,
  nonceAccountLamports,
  openNonceInstructions,
  withdrawNonceInstruction,
} from './build/nonceInstructions.ts'
export { splitBatches } from './build/split.ts'
export { type PlanRequest, splitPlan } from './build/splitPlan.ts'
export {
  ownWrappedAccount,
  randomSeed,
  type TemporaryAccount,
  temporaryAccount,
  temporaryAccountSpare,
  tokenAccountRent,
} from './build/temporaryAccount.ts'
export { type Payment, type TradeParts, tradeInstructions, tradeUnitLimit } from './build/tradeInstructions.ts'
export { checkFunds, largestAmount, type Outlay, requiredFunds, signatureFee } from './funds.ts'
export { accountsNamed, executedBy } from './read/executed.ts'
export { simulatedUnitLimit } from './read/simulation.ts'
export { pause } from './rpc/pause.ts'
export { type LandOptions, land } from './send/land.ts'
export { isOver } from './send/outcome.ts'
export type { EndpointProvider, WireTransaction } from './send/provider.ts'
export { type EndpointState, type ProviderHealth, watchProviders } from './send/providerHealth.ts'
export { providerTable } from './send/providerTable.ts'
export { resumeLandings } from './send/resume.ts'
export { tipByName, tipTo } from './send/tips.ts'

// For Tern's own packages and tests. Names here may change in any release.
export { feeConfigSizes, openFeeConfig } from './feeConfig.ts'
export { getFeesLayout, getFeesWithQuoteMintLayout } from './instructions.ts'
export { feeConfigLayout, feesLayout } from './layout.ts'

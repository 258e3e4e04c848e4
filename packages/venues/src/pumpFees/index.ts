export { feeConfigAddress, program, sharingConfigAddress } from './addresses.ts'
export { decodeFeeConfig, feeConfigSizes, feesOf, openFeeConfig } from './feeConfig.ts'
export { getFeesLayout, getFeesWithQuoteMintLayout } from './instructions.ts'
export { type FeeConfig, type Fees, type FeeTier, feeConfigLayout, feesLayout } from './layout.ts'

export { feeConfigAddress, program, sharingConfigAddress } from './addresses.ts'
export { decodeFeeConfig, feesOf } from './feeConfig.ts'
export type { FeeConfig, Fees, FeeTier } from './layout.ts'

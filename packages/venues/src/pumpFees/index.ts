export { feeConfigAddress, program, sharingConfigAddress } from './addresses.ts'
export {
  decodeFeeConfig,
  type FeeConfig,
  type Fees,
  type FeeTier,
  feeConfigLayout,
  feeConfigSizes,
  feesLayout,
  feesOf,
  openFeeConfig,
} from './feeConfig.ts'
export { getFeesLayout, getFeesWithQuoteMintLayout } from './instructions.ts'

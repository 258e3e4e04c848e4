export { feeConfigAddress, program, sharingConfigAddress } from './addresses.ts'
export {
  decodeFeeConfig,
  type FeeConfig,
  type Fees,
  type FeeTier,
  feeConfigLayout,
  feeConfigSizes,
  feesOf,
  openFeeConfig,
} from './feeConfig.ts'

import { address, type Decoded, struct, u16, u64 } from './layout.ts'
import { type ExtensionName, readExtensions } from './tokenExtensions.ts'

const transferFeeLayout = struct('TransferFee', 18, { epoch: u64, maximumFee: u64, transferFeeBasisPoints: u16 })

/** Token-2022's `TransferFeeConfig`. The newer fee counts from its epoch on, the older one before. */
export const transferFeeConfigLayout = struct('TransferFeeConfig', 108, {
  transferFeeConfigAuthority: address,
  withdrawWithheldAuthority: address,
  withheldAmount: u64,
  olderTransferFee: transferFeeLayout,
  newerTransferFee: transferFeeLayout,
})

export type TransferFee = Decoded<typeof transferFeeLayout>
export type TransferFeeConfig = Decoded<typeof transferFeeConfigLayout>

export interface MintExtensions {
  /** Every extension there is, in the mint's order. */
  readonly names: readonly ExtensionName[]
  readonly transferFeeConfig?: TransferFeeConfig
}

/** @throws TernError `layout/extension`, `layout/wrongSize`. */
export function decodeMintExtensions(data: Uint8Array): MintExtensions {
  const extensions = readExtensions(data)
  const names = extensions.map(({ name }) => name)
  const fees = extensions.find(({ name }) => name === 'transferFeeConfig')
  return fees === undefined ? { names } : { names, transferFeeConfig: transferFeeConfigLayout.decode(fees.value) }
}

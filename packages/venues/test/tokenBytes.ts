import { type Address, systemProgram } from '@tern/core'
import { mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'

/** Token-2022's transfer fee, before and from an epoch on. */
interface TransferFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

/** Encodes a token account. */
export function encodeVault(mint: Address, owner: Address, amount: bigint): Uint8Array {
  return tokenAccountLayout.encode({
    mint,
    owner,
    amount,
    delegateOption: 0,
    delegate: systemProgram,
    state: 1,
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: systemProgram,
  })
}

/**
 * Encodes a mint.
 * @param newerEpoch the epoch from which on the newer fee applies.
 */
export function encodeMint(decimals: number, fees: TransferFees | undefined, newerEpoch: bigint): Uint8Array {
  const base = mintLayout.encode({
    mintAuthorityOption: 0,
    mintAuthority: systemProgram,
    supply: 10n ** 15n,
    decimals,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: systemProgram,
  })
  if (fees === undefined) return base
  const data = new Uint8Array(170 + transferFeeConfigLayout.size)
  data.set(base)
  data[165] = 1
  data.set([1, 0, transferFeeConfigLayout.size, 0], 166)
  const transferFeeConfig = transferFeeConfigLayout.encode({
    transferFeeConfigAuthority: systemProgram,
    withdrawWithheldAuthority: systemProgram,
    withheldAmount: 0n,
    olderTransferFee: { epoch: 0n, maximumFee: fees.maximum, transferFeeBasisPoints: fees.bps },
    newerTransferFee: { epoch: newerEpoch, maximumFee: fees.maximum, transferFeeBasisPoints: fees.newerBps },
  })
  data.set(transferFeeConfig, 170)
  return data
}
